/* lower_when.h: when-equations of the flat model to discrete equations.
 *
 * needs   all variables are declared
 * gives   for each variable that a when-equation determines one equation
 *         (hybrid.h); reinit() as System.reinit, and as an initial equation
 *         where initial() is a condition; assert() and terminate() as
 *         assertions that are looked at while an event is worked on
 * cost    linear in the actions, for each when-equation quadratic in the
 *         number of its branches
 */
#ifndef FOUCAULT_REDUCE_LOWER_LOWER_WHEN_H
#define FOUCAULT_REDUCE_LOWER_LOWER_WHEN_H

#include "flatten/flat/flat.h"
#include "reduce/system/system.h"

/* What lower.c lends: flat expressions and variables to those of System. */
typedef struct Lower Lower;
ExprId lower_expression(Lower *lo, const FlatExpr *e, bool no_events);
/* In the body of a when-equation, where rounding makes no events. */
ExprId lower_body(Lower *lo, const FlatExpr *e);
/* Functions in it are called only where the guard holds: external ones may
 * count their calls. */
ExprId lower_guarded(Lower *lo, const FlatExpr *e, bool no_events,
                     ExprId guard);
System *lower_system(Lower *lo);
Session *lower_session(Lower *lo);
VarId lower_var_of(const Lower *lo, FlatVarId id);

/* FLAT_ACTIVE: one of the n conditions, lowered to `value`, becomes true; in
 * initialization initial() alone counts. has_initial: whether it is one of
 * them; may be NULL. */
ExprId lower_active(Lower *lo, FlatExpr *const *condition, const ExprId *value,
                    int n, bool *has_initial);
void lower_when(Lower *lo, const FlatWhen *when);

#endif
