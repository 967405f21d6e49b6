/* integrator_run.h: what integrator.h promises, on top of a multistep solver
 * that takes one step at a time.
 *
 * The room integrate/ owns the way from one event to the next: the step of a
 * Co-Simulation (cosimulation.h), the run of a solver and what is watched after
 * each of its steps. It calls events/ and the rooms below; the solvers of the
 * room integrators/ are reached by the table SolverCalls.
 * Begin with cosimulation.h, then this file.
 *
 * The solver (CVODE or IDA) runs ahead of the importer. Each of its steps is
 * shown to the watchers (step_watch.h); a step that is not to be trusted is
 * undone. What has to be done where the solver is, an event or what a watcher
 * has asked for, waits until the importer goes past that point.
 */
#ifndef FOUCAULT_INTEGRATOR_RUN_H
#define FOUCAULT_INTEGRATOR_RUN_H

#include "../core/instance.h"
#include "../core/solver_clock.h"
#include "crossing_watch.h"
#include "long_way.h"
#include "one_step.h"
#include "short_way.h"
#include "step_watch.h"
#include "stiffness.h"
#include <time.h>

typedef struct IntegratorRun IntegratorRun;

/* How one step of a solver ended. */
typedef enum StepEnd {
  STEP_DONE,
  STEP_AT_ROOT, /* an event indicator has changed its sign */
  STEP_AT_STOP, /* at the time set by `limit` */
  STEP_FAILED,  /* reason noted */
  STEP_UNSUITED /* this is nothing for a one-step method (one_step.h,
                   long_way.h) */
} StepEnd;

typedef struct SolverWork {
  long steps, jacobians, factorizations;
} SolverWork;

/* What a solver has to do for a run. */
typedef struct SolverCalls {
  /* Begins at the instance's time and values, history forgotten. */
  bool (*start)(IntegratorRun *run);
  /* One step, at most past run->stop; `asked` gives the solver's first step
   * its direction. Sets run->now. */
  StepEnd (*step)(IntegratorRun *run, double asked);
  /* The longest step (0: no limit) and the time never to be passed. */
  void (*limit)(IntegratorRun *run, double longest, double stop);
  /* Makes the point at `time`, not ahead of run->now and within the last
   * step, the solver's present one. */
  bool (*look_back)(IntegratorRun *run, double time);
  /* Puts the present point into the instance, as belonging to `time`. */
  void (*store)(IntegratorRun *run, double time);
  /* How far the slope of the solver's curve at the present point, whose values
   * are fresh, is from that of the model: what comes of it in one step, in
   * parts of what the tolerance allows. False: it cannot be said. */
  bool (*defect)(IntegratorRun *run, double *size);
  /* The values where the solver has arrived, and their slopes: in the order of
   * scale.h. Slopes only where they are asked for. False: not known. */
  bool (*motion)(IntegratorRun *run, const double **value,
                 const double **slope);
  /* How far apart the times are, within the last step, at which the model was
   * evaluated. NULL: at its ends alone. */
  double (*gap)(const IntegratorRun *run);
  /* What was done since `start`. */
  void (*counters)(IntegratorRun *run, SolverWork *work);
  /* The kept point of the selection sets (dummy_pivot.h) is one that was tried
   * last (has_values): its states become those of the present one. */
  void (*keep)(IntegratorRun *run);
  /* States were exchanged at run->now: continues with the new ones. NULL: the
   * solver has to start again. */
  bool (*exchange)(IntegratorRun *run);
  /* The next `start` uses another method, if memory suffices, until the
   * instance is reset. NULL: there is no other. */
  void (*change_method)(IntegratorRun *run);
  /* As IntegratorMethod.take; the run itself has been taken. */
  bool (*take)(IntegratorRun *run, const struct Carried *c);
} SolverCalls;

struct IntegratorRun {
  Instance *inst;
  const SolverCalls *solver;
  const StepWatcher *watcher; /* a table */
  StepCalls watch;            /* of those that look at this run */

  SolverClock clock; /* by which the solver counts */
  double now;        /* where the solver is */
  double point_time; /* what its present point belongs to */
  bool at_stop;      /* it has reached the stop time */
  /* The instance's values are those of a point next to the present one, which
   * the solver has tried last: good for a look at the choice of states. Set
   * by `step`. */
  bool has_values;
  bool is_foretold; /* ... and dependents are where the solver expected them */
  double communication_step;
  double target; /* the last time asked for */
  enum { NOTHING_WAITS, EVENT_WAITS, WATCHER_WAITS } waiting;
  /* WATCHER_WAITS: to be done at run->now. False, reason noted: it cannot. */
  bool (*resume)(IntegratorRun *run);
  double switched; /* a loop has left its branch before this */
  bool switches;   /* loops have left their branches in this run */
  int n_returns;   /* for that, since time went past one */
  double seen; /* so far loops are on their branches: within the last step */
  double followed;      /* so far the curve follows the model: the same */
  int n_refused_curves; /* since time went past one */
  bool gave_up;         /* ... too many of them, once in this run */
  /* Short steps between long ones: is it so now, and since when; how long the
   * last such time was (0: none), and its end; what counts as a long step. */
  bool in_burst;
  double burst_begin, burst_length, burst_end, long_step;
  double asserted; /* where assertions were last looked at, or an event was */

  /* What grows from less than the tolerance resolves (chance.h): its step, 0:
   * none; steps to go until it is looked at again, and as many that were left
   * out; steps that were taken for it; steps since the start. */
  double growth_step;
  int growth_pause, growth_skipped;
  long n_growth_steps, n_since_start;

  bool step_failed;    /* the last one, in the solver */
  int n_small_steps;   /* short ones: see watch_scales() */
  int n_since_measure; /* steps since rounding was measured */
  double undone_at;    /* where steps were undone, and how often */
  int n_undone, n_undone_near;
  /* After a step was undone: steps no longer than this (0: as usual) until
   * this time. */
  double short_step, short_until;

  /* The longest step since the start; steps in a row that are much shorter,
   * and trial points refused on their way. */
  double longest_step;
  int n_creeping;
  long n_refused;

  int n_rescued;    /* failed steps tried again, since time went past one */
  double last_step; /* length of the last good step */
  /* time of the last event found on the way; how long the last two took */
  double event_time, event_interval[2];
  bool method_changed;
  /* CVODE: iterations that failed since the start; steps for which
   * less is left of one. */
  long n_newton_failures;
  int n_careful_steps;
  Stiffness stiffness; /* METHOD_AUTO */
  bool is_stiff;       /* ... another method is to go on */
  CrossingWatch crossings;
  ShortWay short_way;
  OneStep one_step;
  LongWay *long_way; /* NULL: never used */

  time_t second;     /* of the last report on this step; 0: none */
  int n_still;       /* steps in a row that did not change the time */
  char refusal[400]; /* why a trial point was last refused since the start, cut
                        if it is long */

  /* the solver's counters that are in the statistics */
  SolverWork counted;
};

/* Members of IntegratorMethod; `self` begins with an IntegratorRun. */
int integrator_run_restart(void *self, double step);
IntegratorResult integrator_run_advance(void *self, double target);
void integrator_run_begin_step(void *self, bool inputs_changed);
bool integrator_run_go_short_way(void *self, double target);
bool integrator_run_is_ahead(const void *self);
void integrator_run_count(void *self);
bool integrator_run_take(void *self, const struct Carried *c);

/* Memory of what every run has, for solvers to reserve and to make. False:
 * memory is short. */
size_t integrator_run_memory(const Model *m);
bool integrator_run_create(IntegratorRun *run);

/* For the watchers: */

/* Makes the point at `time`, within the last step, the solver's present one. */
bool integrator_run_look_back(IntegratorRun *run, double time);
/* The values where the solver is, fresh. False, reason noted: it cannot be. */
bool integrator_run_return_to_now(IntegratorRun *run);
/* The solver starts again at the instance's time and values, after a pivot or a
 * step that was undone. False, reason noted: it cannot. */
bool integrator_run_begin_again(IntegratorRun *run);

/* For the solver's callbacks: a trial point was refused; returns 1, which
 * SUNDIALS takes for a failure that a smaller step may cure. */
int integrator_run_refuse(IntegratorRun *run);

/* For a SolverListener: the words of SUNDIALS are the reason of a failure,
 * unless the model has given a better one. `run` is an IntegratorRun. */
void integrator_run_take_message(bool is_warning, const char *solver,
                                 const char *message, void *run);

#endif
