/* when_equations.h: when and elsewhen (MLS 8.3.5, 8.3.6, 8.3.8).
 *
 * needs   the model is instantiated
 * gives   a FlatWhen for each when-equation: its conditions, one per scalar;
 *         its equations, reinit(), assert() and terminate() as actions, with
 *         loops unrolled and the conditions of if-equations as guards
 *         (guard.h)
 * fails   E204 wrong type, E205 a condition that decides about a
 *         when-equation is not known, E208 arguments, E209 a condition that
 *         changes continuously, E237 what may not stand in a when-equation
 * cost    linear in the scalar equations
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_WHEN_EQUATIONS_H
#define FOUCAULT_FLATTEN_EQUATIONS_WHEN_EQUATIONS_H

#include "flatten/equations/equation_context.h"

/* In PASS_DISCRETE: what it determines becomes discrete-time. In
 * PASS_EQUATIONS: appends the FlatWhen. */
void when_flatten(const EquationContext *here, const AstEquation *equation);

/* In PASS_DISCRETE, inside of a when-equation: the left side of an equation
 * becomes discrete-time. */
void when_mark(const EquationContext *here, const AstEquation *equation);
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
