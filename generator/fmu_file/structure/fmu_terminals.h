/* fmu_terminals.h: terminalsAndIcons/terminalsAndIcons.xml of an FMU.
 *
 * needs   the bytes of the file
 * gives   terminals and those inside of them, in the order of the file
 * fails   E602 where it is no XML or its root is another element
 */
#ifndef FOUCAULT_FMU_FILE_STRUCTURE_FMU_TERMINALS_H
#define FOUCAULT_FMU_FILE_STRUCTURE_FMU_TERMINALS_H

#include <stddef.h>

#include "base/session.h"

#define FMU_TERMINALS_FILE "terminalsAndIcons/terminalsAndIcons.xml"

/* Texts are as written; NULL: absent. */
typedef struct FmuTerminalMember {
  const char *variable, *member, *kind;
} FmuTerminalMember;

typedef struct FmuTerminal {
  const char *name, *matching_rule, *kind, *description;
  int depth; /* 0: of the FMU itself; else inside of the last one above it */
  FmuTerminalMember *member;
  int n_members, cap_members;
} FmuTerminal;

typedef struct FmuTerminals {
  FmuTerminal *terminal; /* outer ones before those inside of them */
  int n, cap;
} FmuTerminals;

/* `where` names the file in messages; NULL after E602. */
const FmuTerminals *fmu_terminals_read(Session *s, const char *where,
                                       const char *bytes, size_t length);

#endif
