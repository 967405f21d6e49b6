/* sources.h: the C files that an FMU is made of, to be compiled elsewhere.
 *
 * They are C99. What needs SUNDIALS is left out of FMUs for Model Exchange
 * alone, what sparse matrices need of those without them.
 *
 * needs   source/ of the data folder: all of fmu_runtime/, rooms and all
 * gives   the names, sorted: "model.h", "core/instance.c"; *.c are to be
 *         compiled, with model.c, and need no include path
 * fails   E504 the folder cannot be read
 */
#ifndef FOUCAULT_EMIT_PACKAGE_SOURCES_H
#define FOUCAULT_EMIT_PACKAGE_SOURCES_H

#include <stdio.h>

#include "reduce/system/reduced.h"

typedef struct SourceNames {
  const char **name; /* in the session's arena */
  int n_names, cap_names;
} SourceNames;

/* reduced: NULL: what any model may need. */
bool sources_list(Session *s, const char *data_folder,
                  const ReducedSystem *reduced, SourceNames *list);
/* Ends in .c? Others are headers and what the linker needs. */
bool sources_is_compiled(const char *name);
/* The libraries of solvers that they need, split by blanks; may be empty. */
const char *sources_solvers(const ReducedSystem *reduced);
/* CMakeLists.txt for these files and model.c, from its template. */
bool sources_write_cmake(Session *s, const char *data_folder,
                         const ReducedSystem *reduced, const SourceNames *list,
                         FILE *out);

#endif
