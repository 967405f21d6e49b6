/* fmu_structure.h: what the XML files of an FMU say beyond what is needed to
 * run it: which unknowns depend on what, units, and (fmu_terminals.h)
 * terminals.
 *
 * The room fmu_file/structure/ reads them for those who describe an FMU; it
 * calls fmu_file/description/ and base/.
 *
 * needs   a description that description_read() has taken
 * gives   names as the file has them: an array of FMI 3.0 is one name; what
 *         refers to nothing is left out (foucault check complains)
 * cost    linear in the file
 */
#ifndef FOUCAULT_FMU_FILE_STRUCTURE_FMU_STRUCTURE_H
#define FOUCAULT_FMU_FILE_STRUCTURE_FMU_STRUCTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/session.h"

typedef struct FmuKnown {
  const char *name;
  const char *kind; /* as written; NULL: none is given */
  bool is_input, is_state;
} FmuKnown;

typedef struct FmuUnknown {
  const char *name;
  const char *state; /* whose derivative it is; NULL: of none */
  bool has_list;     /* else it may depend on all */
  FmuKnown *known;
  int n_knowns;
} FmuUnknown;

typedef struct FmuUnknowns {
  FmuUnknown *unknown;
  int n, cap;
} FmuUnknowns;

/* In step with the words of fmu_structure_word(). */
typedef enum FmuUnknownKind {
  FMU_OUTPUTS,
  FMU_DERIVATIVES,
  FMU_INITIAL_UNKNOWNS,
  FMU_EVENT_INDICATORS, /* FMI 3.0 */
  FMU_CLOCKED_STATES,   /* the same */
  N_FMU_UNKNOWN_KINDS
} FmuUnknownKind;

enum { N_BASE_UNITS = 8 }; /* kg m s A K mol cd rad */

typedef struct FmuUnit {
  const char *name;
  bool has_base;
  int exponent[N_BASE_UNITS];
  double factor, offset;
  const char **display; /* names of display units */
  int n_displays;
} FmuUnit;

typedef struct FmuStructure {
  FmuUnknowns list[N_FMU_UNKNOWN_KINDS];
  FmuUnit *unit;
  int n_units, cap_units;
} FmuStructure;

/* Of the bytes of modelDescription.xml; NULL after E602. */
const FmuStructure *fmu_structure_read(Session *s, const char *where,
                                       const char *bytes, size_t length);

/* The key in JSON. */
const char *fmu_structure_word(FmuUnknownKind kind);
/* kg, m, ... */
const char *fmu_structure_base_unit(int k);

#endif
