/* time_reached.h: has the time of an event come? */
#ifndef FOUCAULT_TIME_REACHED_H
#define FOUCAULT_TIME_REACHED_H

#include "../core/thresholds.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>

/* Importers add up their steps. */
static inline bool time_reached(double time, double event_time)
{
  return time >=
         event_time - TIME_EVENT_ROUNDINGS * DBL_EPSILON * fabs(event_time);
}

/* The latest time of an event that counts as reached, up to rounding. */
static inline double time_reached_last(double time)
{
  return time + TIME_EVENT_ROUNDINGS * DBL_EPSILON * fabs(time);
}

#endif
