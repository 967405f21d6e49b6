/* beyond_event.h: points on the far side of an event that is not found yet.
 *
 * A solver tries points beyond an event before it knows of the event. With the
 * relations of before, linear equations may determine nothing there: where a
 * flow begins, `flow >= 0` and `-flow >= 0` are both true still, so that fluid
 * enters at both ends of a pipe, and nothing determines its temperature. Such
 * a loop
 * keeps the values that it has. The solver then gets to the end of its step,
 * sees that relations have changed, and goes back to the event. An event
 * iteration likewise gets to know the relations by which the loop is solvable.
 *
 * This is done only where, with all else computed, a relation is to change:
 * elsewhere the loop fails as it would have.
 */
#ifndef FOUCAULT_BEYOND_EVENT_H
#define FOUCAULT_BEYOND_EVENT_H

#include "../core/instance.h"

/* Around an evaluation: loops may be held. `good`: it has come to its end. The
 * result, false with a reason noted: it has failed, or a loop was held and no
 * relation is to change. */
void beyond_event_begin(Instance *inst);
bool beyond_event_end(Instance *inst, bool good);

/* A linear loop has failed, reason noted, and has the values of before. True:
 * it keeps them until beyond_event_end(). */
bool beyond_event_hold(Instance *inst, const Block *block);

/* Was a loop held in the last evaluation? */
bool beyond_event_is_here(const Instance *inst);

#endif
