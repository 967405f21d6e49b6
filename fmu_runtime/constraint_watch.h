/* constraint_watch.h: constraints whose dependent unknowns are no choice of
 * the runtime, because stateSelect = always has decided.
 *
 * Where the Jacobian of such a block becomes singular nothing tells how to go
 * on. Near that place the states, which are known within the tolerance only,
 * do not tell on which side it is: integrators go past it, or turn back.
 * cost    per accepted point one directional derivative, and two factors of
 *         each such block
 */
#ifndef FOUCAULT_CONSTRAINT_WATCH_H
#define FOUCAULT_CONSTRAINT_WATCH_H

#include "instance.h"
#include <stdbool.h>

/* Is there anything to watch? */
bool constraint_watch_is_needed(const Instance *inst);
/* The present values belong to an accepted point. False, reason noted: within
 * the tolerance of the states a block is singular. */
bool constraint_watch_accept(Instance *inst);

#endif
