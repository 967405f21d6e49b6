/* finite_watch.h: variables that stop being numbers while a model runs.
 *
 * Division by zero or the root of a negative number in an algebraic variable
 * does not stop an integrator, and a table of results hides it among others.
 */
#ifndef FOUCAULT_REPORT_FINITE_WATCH_H
#define FOUCAULT_REPORT_FINITE_WATCH_H

#include "base/session.h"
#include "fmu_file/run/fmu_run.h"

typedef struct FiniteWatch {
  double *since; /* by position in FmuRun.variable; HUGE_VAL: never */
  int n;
} FiniteWatch;

/* For n variables, in the session's arena. */
FiniteWatch finite_watch_begin(Session *s, int n);

/* One point of the run. */
void finite_watch_point(FiniteWatch *w, double time, const double *number);

/* W603 if one of the variables that the model computes was not a number: which,
 * and since when. `label` is the file the user named. */
void finite_watch_report(const FiniteWatch *w, Session *s, const char *label,
                         const FmuDescription *description,
                         const int *variable);

#endif
