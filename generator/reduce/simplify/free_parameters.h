/* free_parameters.h: parameters that initialization determines.
 *
 * A parameter with fixed = false and without a binding is free: an unknown of
 * the initial system, known afterwards.
 *
 * needs   discrete_split() is done
 * gives   is_set_at_start for the free Reals, for the free Integers and
 *         Booleans that an initial equation gives, and for all parameters
 *         that depend on such; other free parameters are bound to their start
 *         value (W401); fixed start values that depend on free parameters are
 *         initial equations
 * fails   never
 * cost    linear
 */
#ifndef FOUCAULT_REDUCE_SIMPLIFY_FREE_PARAMETERS_H
#define FOUCAULT_REDUCE_SIMPLIFY_FREE_PARAMETERS_H

#include "reduce/system/system.h"
#include "symbolic/walk.h"

bool free_parameters_settle(System *sys, Session *s);
/* fixed = false, without a binding? */
bool parameter_is_free(const Var *var);
/* A Real parameter that is an unknown of the initial system? */
bool parameter_is_unknown_at_start(const Var *var);
/* Does a parameter in e get its value in initialization? e: or NO_EXPR. */
bool free_parameters_decide(const System *sys, Walk *walk, ExprId e);

#endif
