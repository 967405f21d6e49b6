/* step_watch.h: who looks at a step of the solver, and when.
 *
 * A solver controls the error of its states, nothing else. What else may go
 * wrong within a step is watched: the choice of states, events that hide in the
 * step, constraints that become singular, blocks that leave their branch, time
 * that does not go on, assertions. Each watcher is one row of the table in
 * step_watch.c. A run (integrator_run.h) walks the table that it is given and
 * knows none of the rows.
 */
#ifndef FOUCAULT_STEP_WATCH_H
#define FOUCAULT_STEP_WATCH_H

#include <stdbool.h>

struct IntegratorRun;

typedef enum StepVerdict {
  STEP_ACCEPTED,
  STEP_UNTRUSTED, /* it is to be undone; the reason may be noted */
  STEP_ENDS_RUN   /* reason noted: there is no way on */
} StepVerdict;

/* What is NULL is not needed. */
typedef struct StepWatcher {
  const char *name; /* NULL: the end of the table */
  bool (*is_used)(const struct IntegratorRun *run); /* NULL: always */
  /* The solver is about to start at the instance's time and values. is_new:
   * after an event or at first, not after an exchange of states. False, reason
   * noted: it cannot. */
  bool (*begin)(struct IntegratorRun *run, bool is_new);
  /* A step from `before` has ended at run->now. The watchers are asked in the
   * order of the table, up to the first that does not accept the step. */
  StepVerdict (*accept)(struct IntegratorRun *run, double before);
  /* Undoes the step: the first watcher that can does it. False, reason noted:
   * the run cannot go on. */
  bool (*undo)(struct IntegratorRun *run);
  /* The importer is to see the run up to `end`. run->now may move back, to
   * where the last step can be trusted. */
  void (*arrive)(struct IntegratorRun *run, double end);
  /* The solver is about to go on from run->now. False, reason noted: it must
   * not. */
  bool (*leave)(struct IntegratorRun *run);
  /* What it may ask to be done at run->now (IntegratorRun.resume); of several
   * watchers with the same one names it. */
  bool (*resume)(struct IntegratorRun *run);
} StepWatcher;

enum { WATCHERS_MOST = 22 }; /* rows of a table */

/* What the watchers that a run uses have to do often: lists that end with
 * NULL. */
typedef struct StepCalls {
  StepVerdict (*accept[WATCHERS_MOST + 1])(struct IntegratorRun *, double);
  void (*arrive[WATCHERS_MOST + 1])(struct IntegratorRun *, double);
  bool (*leave[WATCHERS_MOST + 1])(struct IntegratorRun *);
} StepCalls;

extern const StepWatcher step_watchers[];

#endif
