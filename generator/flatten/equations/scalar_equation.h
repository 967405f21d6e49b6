/* scalar_equation.h: one equation of scalars into the flat model.
 *
 * needs   both sides of one type, where the equation is appended
 * fails   E122 too many equations, E204 the sides differ in type, E209 a side
 *         of an equation that holds at events changes continuously
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_SCALAR_EQUATION_H
#define FOUCAULT_FLATTEN_EQUATIONS_SCALAR_EQUATION_H

#include "flatten/equations/equation_context.h"

/* left = right, whose types are made one; in a when-equation an assignment.
 * NULL: a side is faulty, and the equation is lost. */
void scalar_equation(const EquationContext *here, Span span, FlatExpr *left,
                     FlatExpr *right);
/* The same, of sides that have one type. */
void scalar_equation_append(const EquationContext *here, Span span,
                            FlatExpr *left, FlatExpr *right);
/* A value that is no Real and that a function changes between events, in an
 * equation or binding that is written there: it is left to between_events.h. */
bool scalar_equation_lets_through(const Flattening *f, Span span,
                                  const FlatExpr *value);
/* May there be so many equations and turns of loops more? */
bool scalar_equation_has_room(const Flattening *f, int64_t n_equations,
                              int64_t n_turns);

#endif
