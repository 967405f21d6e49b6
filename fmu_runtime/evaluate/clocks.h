/* clocks.h: clocks that the importer ticks, and those it can see tick (FMI 3.0,
 * section 2.2.8).
 *
 * A tick of the importer makes a Boolean of the model true, in one event
 * iteration only, as sample() does (time_events.h). A clock that ticks inside
 * counts its ticks: it is active where it has ticked since the discrete states
 * were updated last.
 */
#ifndef FOUCAULT_CLOCKS_H
#define FOUCAULT_CLOCKS_H

#include "../core/instance.h"

typedef enum ClockInterval {
  CLOCK_INTERVAL_UNCHANGED = 1, /* the numbers of fmi3IntervalQualifier */
  CLOCK_INTERVAL_CHANGED = 2
} ClockInterval;

static inline bool clocks_is_input(const Instance *inst, int k)
{
  return inst->model->clock[k].kind != CLOCK_OUTPUT;
}

/* In an event: the clock ticks; a second tick of the same is none. */
void clocks_tick(Instance *inst, int k);
/* Makes the Booleans false again; whether one was true. */
bool clocks_extinguish(Instance *inst);
/* Has it ticked in this event? Needs fresh values of one that ticks inside. */
bool clocks_is_active(const Instance *inst, int k);
/* An output clock that is active is so no longer (Scheduled Execution). */
void clocks_take(Instance *inst, int k);
/* An input clock may tick again. */
void clocks_rest(Instance *inst, int k);
/* The discrete states are updated: no clock is active any more. */
void clocks_update(Instance *inst);

/* The clock that this input (REFERENCE_REAL, _INTEGER, _BOOLEAN) waits for: it
 * does not tick. -1: it can be set now, where what the tick computes has been
 * computed after clocks_begin_again(). */
int clocks_silent(const Instance *inst, int type, ValueReference place);

/* The clock that the input belongs to; -1: to none. */
int clocks_of_input(const Instance *inst, int type, ValueReference place);

/* Before the values of a tick are computed: so is the event kept that
 * clocks_begin_again() goes back to. */
void clocks_keep(Instance *inst);
/* An input that belongs to a clock is about to get another value. Where the
 * tick has been computed already the event is again what it was before, but
 * for the inputs: FMUs that are connected in a loop are asked several times
 * (FMI 3.0, section 2.3.5). */
void clocks_begin_again(Instance *inst);
bool clocks_may_begin_again(const Instance *inst);
/* What was kept belongs to another event: a saved state was restored. */
void clocks_forget(Instance *inst);

/* The time to the next tick, of values that are fresh, and whether the importer
 * has been told of it before. */
ClockInterval clocks_interval(Instance *inst, int k, double *seconds);
/* The importer has set it itself. */
void clocks_know_interval(Instance *inst, int k, double seconds);

/* Of Scheduled Execution: the time of the last activation; false: this one is
 * not later. */
bool clocks_advance(Instance *inst, int k, double time);

#endif
