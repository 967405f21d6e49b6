/* crossing_search.h: events that hide within a step.
 *
 * An indicator that changes its sign twice within a step has the same sign at
 * both ends. crossing_watch.h says at which time that may be; here the solver's
 * point at that time is looked at.
 */
#ifndef FOUCAULT_CROSSING_SEARCH_H
#define FOUCAULT_CROSSING_SEARCH_H

#include "integrator_run.h"

/* The solver begins where indicators are as the last event has left them.
 * False, reason noted: the model cannot be evaluated. */
bool crossing_search_begin(IntegratorRun *run);

/* A step has ended at run->now. Where a pair of crossings hides in it, the run
 * goes back to the first one, and an event waits there. Needs indicators.
 * False, reason noted: the model cannot be evaluated. */
bool crossing_search_accept(IntegratorRun *run);

/* What waits then, where steps have to be made again. */
bool crossing_search_begin_again(IntegratorRun *run);

/* May one of these relations, or assertions after them, be another within the
 * last step than at its ends (step_look.h)? Then the middle of the step is
 * known, too. The solver's present point may be another. */
bool crossing_search_is_worth(IntegratorRun *run, int first, int end);

#endif
