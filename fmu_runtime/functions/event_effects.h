/* event_effects.h: what functions do is done once.
 *
 * The room functions/ owns what functions of the model, their texts and their
 * external objects need while they run: model.h, external.h, external_object.h,
 * string_pool.h and resource.h declare it.
 *
 * Functions that do more than to give results (they print,
 * draw a random number, change an object) act once where an event iteration
 * evaluates the model again and again.
 *
 * Between events_enter() and the end of the iteration, and from one update of
 * pre(v) to the next, calls of such functions are remembered with arguments and
 * results. Of the next evaluation each call takes one of those with the same
 * arguments, bit by bit, and only what is new is called. Two equal calls of one
 * evaluation are two calls.
 *
 * Nothing of it is part of a saved state: none is saved during an iteration.
 */
#ifndef FOUCAULT_EVENT_EFFECTS_H
#define FOUCAULT_EVENT_EFFECTS_H

#include "../core/instance.h"

/* An iteration begins. */
void event_effects_begin(Instance *inst);
/* It goes on with other pre(v), if there is one: what was called before counts
 * no more. */
void event_effects_renew(Instance *inst);
void event_effects_end(Instance *inst);
/* Before an evaluation: each of the calls may be taken once more. */
void event_effects_before_evaluation(Instance *inst);

#endif
