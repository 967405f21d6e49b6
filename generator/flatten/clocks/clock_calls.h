/* clock_calls.h: the operators of clocks (MLS 3.6, chapter 16) as expressions.
 *
 * needs   a call in an equation, a binding, or the condition of a when-clause
 * gives   FLAT_CLOCK_... nodes; the type Clock is a predefined enumeration
 *         that nobody can write a literal of. clocks.c takes them out of the
 *         model
 * fails   E204, E205 a factor is not known at translation, E208, E239 an
 *         interval that changes and is not a variable, E290 other solver
 *         methods
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_CALLS_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_CALLS_H

#include "flatten/expressions/expressions.h"

/* Arguments of FLAT_CLOCK_INTERVAL: its seconds alone; or also those given by
 * the tick before, if they change; or also n and resolution, if both are
 * numbers. */
enum { CLOCK_CHANGES = 2, CLOCK_RATIONAL = 3 };

bool clock_is(const FlatExpr *expr);
/* Is it a call of an operator of clocks, by its name and arguments? */
bool clock_is_call(const Flattening *f, Context context, const AstExpr *call);
Value *clock_call(const Flattening *f, Context context, const AstExpr *call);

#endif
