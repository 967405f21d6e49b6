/* back_event.h: weights, from after an event to before it.
 *
 * Everything that determines the way on gets a direction of its own: each state,
 * what is remembered, each parameter. The directions follow the event forward
 * (fmu_runtime/events/follow.h), and the products of what they become with the
 * weights after it are the weights before it.
 *
 * cost    that of two or more directional derivatives for each of them
 */
#ifndef FOUCAULT_STUDIES_BACK_BACK_EVENT_H
#define FOUCAULT_STUDIES_BACK_BACK_EVENT_H

#include "studies/back/way.h"
#include "studies/back/weights.h"

/* `saved`: right before the event. The FMU is there again afterwards. False:
 * lost. */
bool back_event(Weights *w, const WayState *saved, Arena *arena);

#endif
