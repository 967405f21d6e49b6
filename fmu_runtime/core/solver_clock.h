/* solver_clock.h: the solver counts time from the beginning of a run that is
 * far from zero, where times are coarse: at 1e9 s they are 1e-7 s apart.
 *
 * Steps, roots and the polynomial of the solver are then as fine as at zero.
 * What the model and the importer see is the time itself, rounded. Near zero
 * (and where the run is long beside its beginning) both are the same, to the
 * last bit.
 */
#ifndef FOUCAULT_SOLVER_CLOCK_H
#define FOUCAULT_SOLVER_CLOCK_H

#include "instance.h"

typedef struct SolverClock {
  double origin;     /* the solver's zero */
  double own, shown; /* where the solver is, by both counts */
} SolverClock;

/* The zero of a run: 0, or its start time. With the start time, differences
 * from it and sums with these are exact. */
double solver_clock_origin(const Instance *inst);

/* The solver begins at `now`; is_new: nothing went before. */
void solver_clock_begin(SolverClock *clock, const Instance *inst, double now,
                        bool is_new);

/* After a step of this length the solver says that it has come to *own. False:
 * that is before where it was, or no number. By roundings it may be: a root lies
 * past the end of its step then, and the next step ends before the root; *own
 * becomes where the solver was. */
bool solver_clock_goes_on(const SolverClock *clock, double *own, double step);
/* It has come to `own`; returns the time, which is not before the last one. */
double solver_clock_arrive(SolverClock *clock, double own);

double solver_clock_time(const SolverClock *clock, double own);
double solver_clock_own(const SolverClock *clock, double time);
/* Far from zero: steps that are shorter follow the roundings of the time. */
double solver_clock_least_step(const SolverClock *clock);
/* The same of a time never to be passed: it is ahead of the solver. */
double solver_clock_ahead(const SolverClock *clock, double time);
/* The same, within the last step of the solver, which ends at `end`. */
double solver_clock_within(const SolverClock *clock, double time, double end,
                           double step);

#endif
