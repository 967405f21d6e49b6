/* guard.h: what must hold only where a branch is chosen while running.
 *
 * While the equations or the value of such a branch are flattened, the guard
 * of the Flattening is the condition under which the branch is chosen; NULL:
 * always. An assertion made there demands nothing elsewhere.
 */
#ifndef FOUCAULT_FLATTEN_INSTANCES_GUARD_H
#define FOUCAULT_FLATTEN_INSTANCES_GUARD_H

#include "flatten/instances/instantiate.h"

/* Enters the branch with this condition (NULL: else) and gives the guard
 * before, for guard_other(). */
FlatExpr *guard_add(Flattening *f, FlatExpr *condition);
/* Behind that branch: the next one is chosen where the condition is false.
 * Who is behind the last branch sets f->guard back. */
void guard_other(Flattening *f, FlatExpr *before, FlatExpr *condition);

/* The assertion, weakened by the guard, becomes one of the flat model; its
 * message is copied. */
void guard_assert(Flattening *f, FlatAssertion assertion);

/* A subscript that is known only while running (Typing.open_subscript): its
 * bounds become an assertion. */
void guard_subscript(void *flattening, FlatExpr *index, int size,
                     int dimension);

/* A delay(x, T, longest) has been made (Typing.delay_made): that T is neither
 * negative nor above the longest becomes an assertion, up to rounding. */
void guard_delay(void *flattening, FlatExpr *call);

#endif
