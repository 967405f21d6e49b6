/* algorithm_variability.h: what changes at events only is assigned what does
 * (MLS 3.6, sections 3.8 and 3.8.4).
 *
 * needs   statements of an algorithm section outside of `when`; inside of it,
 *         and in an initial algorithm, each expression is a discrete-time one
 * fails   E209
 * cost    linear in the expression
 *
 * The variability of expressions in a section does not say it: their relations
 * make events by variables of their own (algorithm_events.h). So relations and
 * roundings count as discrete-time here, unless noEvent() is around them.
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_ALGORITHM_VARIABILITY_H
#define FOUCAULT_FLATTEN_EQUATIONS_ALGORITHM_VARIABILITY_H

#include "flatten/equations/algorithm_state.h"

/* BuildRules.assigns */
bool algorithm_assigns(const Flattening *f, FunctionBuild *b, Span span,
                       const Value *target, const Value *value);
/* BuildRules.switches: a condition that is not a discrete-time expression. */
bool algorithm_switches(const Flattening *f, const FunctionBuild *b,
                        const FlatExpr *condition);

#endif
