/* derivative_arguments.h: derivatives that are handed to a function as arguments.
 *
 * f({s, v, a}, t) = s may have a derivative, written in the text, that takes
 * v for that of s and asks for no other (noDerivative, MLS 12.7.1). Then an
 * equation e with f in it has a derivative without s': the rule that
 * de'/ds' = de/ds does not hold as written, but it holds for what is meant,
 * v = s'. So where the choice of dummy derivatives needs e' by the highest
 * derivatives, it looks at e itself.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_DERIVATIVE_ARGUMENTS_H
#define FOUCAULT_REDUCE_STRUCTURE_DERIVATIVE_ARGUMENTS_H

#include "reduce/system/incidence.h"

/* Is e a derivative, and does the equation it comes from call such a
 * function? */
bool derivative_arguments_used(const System *sys, Walk *walk, EqId e);
/* v differentiated `times` times; NO_VAR if its chain is shorter. */
VarId derivative_arguments_top(const System *sys, VarId v, int times);
/* The unknowns of e, rising, and where derivative_arguments_used() the highest derivatives of
 * those of the equation it comes from. */
IntList derivative_arguments_incidence(const System *sys, Walk *walk, EqId e,
                                       Arena *arena);

#endif
