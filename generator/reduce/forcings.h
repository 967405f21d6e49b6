/* forcings.h: what drives the states by time alone.
 *
 * A right-hand side sees time by itself, der(x) = -x + exp(-((time - 5)/w)^2),
 * or through assigned variables. Of the expressions from which derivatives are
 * computed, the largest parts that depend on nothing but time and on what is
 * constant between events are the forcings. Sums are taken apart, and factors
 * that are constant between events are left out: a forcing counts by its shape.
 * Time itself, which is a straight line, is not one.
 *
 * needs   the blocks of the continuous system in the order of evaluation
 * gives   the forcings, each once, in the order of the blocks
 * cost    linear in the occurrences of variables; no recursion
 */
#ifndef FOUCAULT_REDUCE_FORCINGS_H
#define FOUCAULT_REDUCE_FORCINGS_H

#include "reduce/system/reduced.h"

typedef struct Forcings {
  ExprId *expr; /* in the arena */
  int n, cap;
} Forcings;

/* steady: constant between events; assigned: block of the continuous system,
 * or -1; both [sys->n_vars]. */
Forcings forcings_find(const ReducedSystem *r, const bool *steady,
                       const int *assigned, Arena *arena, Arena *scratch);

#endif
