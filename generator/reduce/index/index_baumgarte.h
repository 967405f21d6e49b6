/* index_baumgarte.h: constraints that pull the solution back.
 *
 * needs   pantelides() is done
 * gives   as index_none.h does, but the most differentiated version of an
 *         equation g is replaced by a combination of all versions, so that g
 *         itself dies out:
 *           order 1   g' + alpha g = 0
 *           order 2   g'' + 2 alpha g' + beta^2 g = 0
 *           order nu  (D^2 + 2 alpha D + beta^2)^(nu/2) (D + alpha)^(nu%2) g
 *         alpha and beta are parameters of the model, in 1/s, that may be
 *         changed while it runs
 * fails   as index_none.h
 * cost    linear in the equations, quadratic in the order
 * paper   Baumgarte, Comp. Meth. Appl. Mech. Eng. 1, 1972
 *
 * At the start, where all versions hold, the combination says the same as the
 * most differentiated equation by itself.
 */
#ifndef FOUCAULT_REDUCE_INDEX_INDEX_BAUMGARTE_H
#define FOUCAULT_REDUCE_INDEX_INDEX_BAUMGARTE_H

#include "reduce/system/system.h"

bool index_baumgarte_select(System *sys, Session *s);

#endif
