/* angles_fit.h: are angles the same problem, in fewer steps?
 *
 * needs   pantelides() is done
 * gives   true where index_angles.h may be applied without being asked:
 *         - every constraint that was differentiated is a circle whose radius
 *           is a parameter, or has factors that are parameters; so have what
 *           the circles are of
 *         - each of their equations has an unknown of its own beside the
 *           angles: no choice of states is left to the FMU
 *         - what circles are of has start values: they say on which side the
 *           run begins
 *         - nothing else decides about states: stateSelect, reinit(),
 *           homotopy()
 * cost    linear in the differentiated constraints, and one matching of them
 */
#ifndef FOUCAULT_REDUCE_INDEX_ANGLES_ANGLES_FIT_H
#define FOUCAULT_REDUCE_INDEX_ANGLES_ANGLES_FIT_H

#include "reduce/system/system.h"

bool angles_fit(const System *sys, Session *s);

#endif
