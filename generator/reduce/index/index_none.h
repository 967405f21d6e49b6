/* index_none.h: differentiation alone, the baseline of all other methods.
 *
 * needs   pantelides() is done
 * gives   every variable that has a derivative is a state; of each equation
 *         the most differentiated version alone holds while the model runs,
 *         all others hold at the start (Eq.start_only)
 * fails   never; reinit of what a constraint ties to others is refused by
 *         monitor.h, since nothing would bring these to it again
 * cost    linear in the system
 *
 * The constraints are invariants of the differential equations that remain:
 * the errors of the integrator carry the solution away from them. An equation
 * that was differentiated nu times drifts as t^nu does.
 */
#ifndef FOUCAULT_REDUCE_INDEX_INDEX_NONE_H
#define FOUCAULT_REDUCE_INDEX_INDEX_NONE_H

#include "reduce/system/system.h"

bool index_none_select(System *sys, Session *s);

#endif
