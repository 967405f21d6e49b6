/* short_run.h: a few steps that are the same every time, for comparing. */
#ifndef FOUCAULT_CHECK_RUN_SHORT_RUN_H
#define FOUCAULT_CHECK_RUN_SHORT_RUN_H

#include "check/run/values.h"

enum { SHORT_STEPS = 10 };

/* From the i-th to the next point: fmi2DoStep, or in Model Exchange small
 * Euler steps with events at changes of sign. */
bool short_step(Probe *p, int i);

/* Steps `from` to `to` (excluded), then reads everything. */
bool short_run(Probe *p, int from, int to, Values *values);

/* Time of the i-th point. */
double short_time(const RunPlan *plan, int i);

#endif
