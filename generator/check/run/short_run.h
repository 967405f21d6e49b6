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

/* One Euler step of a size. It is shortened where a state would move far: the
 * steps need not be right, but those of stiff models must not grow. */
void short_move(double *x, const double *dx, size_t n, double size);

/* Time of the i-th point. */
double short_time(const RunPlan *plan, int i);

#endif
