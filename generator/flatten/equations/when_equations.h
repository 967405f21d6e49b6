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

#endif
