/* guard.h: what must hold only where a branch is chosen while running.
 *
 * While the equations or the value of such a branch are flattened, the guard
 * of the Flattening is the condition under which the branch is chosen; NULL:
 * always. An assertion made there demands nothing elsewhere.
 *
 * needs   conditions that are Booleans; sizes from 0, dimensions from 1
 */
#ifndef FOUCAULT_FLATTEN_INSTANCES_GUARD_H
#define FOUCAULT_FLATTEN_INSTANCES_GUARD_H

#include "flatten/instances/instances.h"

/* The guard of the branch with this condition, and of what comes after it:
 * there the condition is false. NULL: the condition is faulty, or there is
 * none; the guard stays what it is. For scope_guard(). */
FlatExpr *guard_where(const Flattening *f, FlatExpr *condition);
FlatExpr *guard_where_not(const Flattening *f, FlatExpr *condition);

/* The assertion, weakened by the guard, becomes one of the flat model; its
 * message is copied. */
void guard_assert(const Flattening *f, FlatAssertion assertion);

/* A subscript that is known only while running (Typing.open_subscript): its
 * bounds become an assertion. False: the size is 0, and nothing but the
 * subscript counts there. */
bool guard_subscript(const void *flattening, FlatExpr *index, int size,
                     int dimension);

/* A delay(x, T, longest) has been made (Typing.delay_made): that T is neither
 * negative nor above the longest becomes an assertion, up to rounding. */
void guard_delay(const void *flattening, FlatExpr *call);

#endif
