/* pantelides.h: find which equations must be differentiated, and how often.
 *
 * needs   system_check() holds; aliases are gone; singular_check() passed
 * gives   complete derivative chains of equations and variables; a perfect
 *         matching of the most differentiated equations to the highest
 *         derivatives (eq_var)
 * keeps   the given equations, their order and their spans
 * fails   E303 an input would have to be differentiated
 *         E304, E305 an unknown cancels out while differentiating: the
 *         structure was not to be trusted
 * cost    one augmenting search per equation and differentiation; no recursion
 * paper   Pantelides, SIAM J. Sci. Stat. Comput. 9(2), 1988
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_PANTELIDES_H
#define FOUCAULT_REDUCE_STRUCTURE_PANTELIDES_H

#include "reduce/system/system.h"

bool pantelides(System *sys, Session *s);

#endif
