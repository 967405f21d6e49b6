/* sweep.h: all runs of a plan, on all processors.
 *
 * The FMU is loaded once, before the workers begin (crew.h). Each takes the
 * next few runs that nobody has, makes one after the other with an instance of
 * its own, and writes what is kept of them (measure.h) into the journal. An FMU
 * of this program keeps its instance and is reset; one of another maker gets a
 * new instance for each run.
 *
 * A run that fails is a record with its reason. So is one in which the FMU
 * crashes, ends its process or takes longer than the limit; the worker is then
 * started again.
 *
 * gives   the same journal whatever the number of workers
 * fails   E501 the journal cannot be written: what was computed before is in it
 */
#ifndef FOUCAULT_STUDIES_SWEEP_H
#define FOUCAULT_STUDIES_SWEEP_H

#include <math.h>

#include "fmu_file/run/fmu_run.h"
#include "studies/journal.h"
#include "studies/measure.h"
#include "studies/sweep_plan.h"

typedef struct Sweep {
  Session *s;
  const Fmu *fmu;
  FmuRun run; /* start, stop, step, kind, tolerance, set, inputs */
  const SweepPlan *plan;
  const Measures *measures;
  Journal *journal;
  int n_workers;
  double seconds_a_run;   /* the longest time of one; 0: as long as it takes */
  bool keeps_instances;   /* reset between runs, else made again */
  const uint8_t *is_done; /* [plan->n_runs] by a sweep before; NULL: none */
} Sweep;

typedef struct SweepResult {
  int64_t n_done, n_failed; /* of this time */
  bool interrupted;
  double seconds;
} SweepResult;

/* Called from time to time: how many are done, of how many there are to do. */
typedef void (*SweepWatch)(void *context, int64_t n_done, int64_t n_failed);

/* How many points a curve has. */
static inline int64_t sweep_points(const FmuRun *run)
{
  double span = run->stop - run->start;
  return (int64_t)ceil(span / run->step * (1 - 1e-12)) + 1;
}
/* How many numbers a run has in the journal. */
static inline int64_t sweep_values(const Measures *m, const FmuRun *run)
{
  return m->n + (m->has_curves ? m->n_variables * sweep_points(run) : 0);
}

bool sweep_run(Sweep *sweep, SweepWatch watch, void *context,
               SweepResult *result);

#endif
