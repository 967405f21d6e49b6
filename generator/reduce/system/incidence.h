/* incidence.h: which unknowns occur in which equation.
 *
 * Operands of event relations do not count, nor arguments of a function that
 * its result does not depend on (docs/pipeline.md, events and functions).
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_INCIDENCE_H
#define FOUCAULT_REDUCE_SYSTEM_INCIDENCE_H

#include "reduce/system/system.h"
#include "symbolic/walk.h"

typedef struct IntList {
  int *item;
  int n;
} IntList;

/* The unknowns below an expression, rising, in `arena`: continuous ones, and
 * with `discrete` the discrete ones too. */
IntList incidence_of(const System *sys, Walk *walk, ExprId e, bool discrete,
                     Arena *arena);
/* The same of the residual of an equation: looked at by the first pass that
 * asks (System.residual_memo), then read. */
IntList incidence_of_residual(const System *sys, Walk *walk, ExprId e,
                              bool discrete, Arena *arena);
/* Is it noted of the residual that all its operators are differentiable, or
 * have kinks at most? False: it is not known. */
bool incidence_is_smooth(const System *sys, ExprId residual);
/* The variables of such a residual, rising, and whether time is in it; NULL:
 * it is not smooth, or nobody has asked for them yet. */
const int32_t *incidence_noted(const System *sys, ExprId residual, int *n,
                               bool *time);
/* The same: that time is not in it. */
bool incidence_is_timeless(const System *sys, ExprId residual);
/* The continuous unknowns that a residual e can be solved for or differentiated by: not
 * those that stand only inside sign(), floor(), ceil() or a condition. */
IntList incidence_solvable(const System *sys, Walk *walk, ExprId e,
                           Arena *arena);

#endif
