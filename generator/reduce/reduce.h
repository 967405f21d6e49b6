/* reduce.h: System to ReducedSystem, all passes of passes.h in order.
 *
 * The rooms of reduce/ are, lowest first: system/, lower/, simplify/,
 * structure/ with circuit/, index/, blocks/, initial/. A room calls itself,
 * the rooms before it, and function/, symbolic/ and base/. This folder itself
 * holds the table of passes. Reading order: passes.h, passes.c, then the
 * header of each pass in the order of the table.
 */
#ifndef FOUCAULT_REDUCE_REDUCE_H
#define FOUCAULT_REDUCE_REDUCE_H

#include <stdio.h>

#include "reduce/system/reduced.h"

typedef struct ReduceOptions {
  const char *dump; /* name of a pass: print the system after it; NULL */
  FILE *dump_to;
} ReduceOptions;

/* NULL after diagnostics. `opt` may be NULL. */
const ReducedSystem *reduce_system(Session *s, System *sys,
                                   const ReduceOptions *opt);

#endif
