/* still.h: unknowns that do not change while the model runs.
 *
 * `d = p/q; m = max(abs(d))` with parameters p and q are unknowns of their
 * equations, but no kink of abs() or max() will ever be met on the way.
 *
 * needs   the matching of the highest derivatives (sys->eq_var)
 * gives   [n_vars] constants, parameters, and what is computed from these alone
 *         by one equation after another; unknowns of a loop count as moving
 * cost    linear in the residuals of the given equations
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_STILL_H
#define FOUCAULT_REDUCE_STRUCTURE_STILL_H

#include "reduce/system/system.h"
#include "symbolic/walk.h"

bool *still_find(const System *sys, Walk *walk, Arena *arena);

/* What does not change between events, without a matching, for the given
 * equations: one whose variables but one are still determines that one. */
typedef struct StillGiven {
  bool *is_still; /* [n_vars] */
  VarId *own;     /* [n_eqs] what the equation makes still; NO_VAR: nothing */
} StillGiven;

StillGiven still_find_given(const System *sys, Walk *walk, Arena *arena);

#endif
