/* equations.h: equation sections to equations of the flat model.
 *
 * needs   the model is instantiated, its variables are in the flat model
 * gives   one flat equation per scalar; loops unrolled; branches chosen where
 *         the condition is known at translation, else equations of
 *         if-expressions; connect() handed to connect.c
 * fails   E204, E205, E209, E213, E290
 * cost    linear in the scalar equations; recursion follows the nesting of
 *         the text, which the parser limits
 *
 * This room has the sections of all classes: equations, algorithms, and the
 * values of attributes. It calls all rooms before it: flat/ to calls/; only
 * flatten.c calls it.
 *
 * Reading order: equation_context.h (where an equation stands, and the walks
 * over the bodies), equations.c, scalar_equation.c, if_equations.c,
 * when_equations.c and when_parts.c; then loops (loop_text.c, loop_repeat.c,
 * loop_connect.c), calls without a result (call_statements.c) and arrays of like components (family_bodies.c); algorithm
 * sections (function_algorithm.c, algorithm_state.c, algorithm_events.c,
 * algorithm_check.c); attributes.c and experiment.c. An if-equation or
 * when-equation holds equations: equations.c, if_equations.c and
 * when_equations.c call each other.
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_EQUATIONS_H
#define FOUCAULT_FLATTEN_EQUATIONS_EQUATIONS_H

#include "flatten/equations/equation_context.h"

/* Gives expandable connectors the components that are connected there; before
 * they are taken into the flat model. */
void equations_expand(const Flattening *f);
/* Makes discrete-time what when-equations determine; to be called before
 * expressions that may name it are made. */
void equations_find_discrete(const Flattening *f);
/* All bodies: first the connections, then the equations. */
void equations_flatten(const Flattening *f);

/* The equations of a section, of a branch or of a loop, in the pass of the
 * context. */
void equations_flatten_list(const EquationContext *here,
                            AstEquation *const *equation, int n);
/* The calls without a result of an if-equation whose conditions change, or of a
 * when-equation, that no other one is around. */
void equations_call_conditionally(const EquationContext *here,
                                  const AstEquation *equation);

#endif
