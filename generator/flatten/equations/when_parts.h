/* when_parts.h: the parts of a when-equation: what it determines, its actions,
 * its condition. The first and the last are those of a when-statement, too.
 *
 * needs   EquationContext.when, wherever an action is added; target and value
 *         of one type
 * fails   E204, E208, E209, E213, E237
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_WHEN_PARTS_H
#define FOUCAULT_FLATTEN_EQUATIONS_WHEN_PARTS_H

#include "flatten/equations/equation_context.h"

/* In PASS_DISCRETE, inside of a when-equation: the left side of an equation
 * becomes discrete-time. */
void when_mark(const EquationContext *here, const AstEquation *equation);
/* Section 4.4.4: the value is what a when-clause in `context` assigns to `left`;
 * E237 where it belongs to a model or block inside. */
void when_check_owner(const Flattening *f, Context context, const AstExpr *left,
                      const Value *value);
/* Inside of a when-equation: target = value. The sides have one type. */
void when_assign(const EquationContext *here, Span span, FlatExpr *target,
                 FlatExpr *value);
/* Inside of a when-equation: assert(), with its condition. */
void when_assert(const EquationContext *here, const AstExpr *call,
                 FlatExpr *condition);
/* The variables of the value become discrete-time; NULL: none. */
void when_mark_value(const Flattening *f, const Value *value);
/* A discrete-time Boolean? E204, E209. */
bool when_check_condition(const Flattening *f, const FlatExpr *condition);
/* reinit() and terminate(); false: the call is another one. */
bool when_call(const EquationContext *here, const AstExpr *call);

#endif
