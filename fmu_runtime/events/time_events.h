/* time_events.h: events whose time is known: sample() and relations of time.
 *
 * A tick of sample() is start + i * interval, computed from i, so that no
 * rounding adds up. Its Boolean is true in the event iteration of its tick
 * only. A timed relation changes at the time that the model gives in place of
 * a crossing function (model.h), and is set by comparing that with the
 * present time: the event is hit exactly, without rounding in the relation.
 * Of a relation that is not so simple the time is searched (time_search.h).
 */
#ifndef FOUCAULT_TIME_EVENTS_H
#define FOUCAULT_TIME_EVENTS_H

#include "../core/instance.h"

/* At the end of initialization: which ticks are the next ones. False: an
 * interval is not positive (noted). */
bool time_events_begin(Instance *inst);

/* At the beginning of an event: makes true what ticks now. */
void time_events_fire(Instance *inst);
/* The first sample() that ticks now, with the number of its tick; -1: none. */
int time_events_ticking(const Instance *inst, double *tick);
/* Makes it false again; returns whether something was true. */
bool time_events_extinguish(Instance *inst);

/* Inst->next_event from ticks and timed relations; needs EventWork.crossing at
 * the present values. */
void time_events_plan(Instance *inst);

/* The time of inst->next_event has come: if it is only where a search for the
 * next change has paused (time_search.h), plans again. False: it is an
 * event. */
bool time_events_go_on(Instance *inst);

#endif
