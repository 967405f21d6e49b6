/* time_search.h: when does a relation of time alone change next?
 *
 * A relation that is RELATION_SEARCHED (model.h) depends on time, and on what
 * is constant between events. Its next change is found ahead of time: the time
 * to come is halved again and again, and parts are left out in which an
 * enclosure (tape.h) proves that the relation keeps its value, or that what it
 * compares only moves away from zero. Where it is proved to move towards zero
 * all the time, Newton's method with intervals finds the root.
 *
 * gives   the first change after now, to the last bits of the time. None is
 *         left out, but where the difference of the two sides stays within the
 *         rounding of its own computation, and where no enclosure decides over
 *         TIME_SEARCH_NARROWEST of the run (beside a pole): there the values at
 *         both ends decide
 * cost    at most TIME_SEARCH_WORK runs of the tape for a search; the search is
 *         continued from where it has come to, without an event in
 *         Co-Simulation, by an event that changes nothing in Model Exchange.
 *         What was found is kept until an operand changes. No memory is
 *         allocated
 */
#ifndef FOUCAULT_TIME_SEARCH_H
#define FOUCAULT_TIME_SEARCH_H

#include "../core/instance.h"

/* The value of relation k right after now. Keeps the present one where that
 * cannot be said. */
int time_search_value(const Instance *inst, int k);

/* The time after now at which relation k changes, HUGE_VAL: never; or, with
 * *is_change false, before which it does not. Needs settled values. */
double time_search_next(Instance *inst, int k, bool *is_change);

#endif
