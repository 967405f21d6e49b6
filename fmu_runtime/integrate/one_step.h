/* one_step.h: the way from event to event by a one-step method.
 *
 * A multistep solver has to begin again after an event: with its lowest order,
 * short steps and a new matrix, and where events are many it never leaves that
 * beginning. A Runge-Kutta method of order 5 (Dormand and Prince) has no
 * history: one step leads from one event to the next, and its curve of order 4
 * says where that is.
 *
 * It is one more solver of integrator_run.h, for the phases after events:
 *
 * - The phase before had few steps, ONE_STEP_FEW at most: events are many.
 * - Bounds (step_look.h) watch every relation within a step. Parabolas would
 *   need more points.
 * - A phase that takes more than ONE_STEP_MOST steps, since it lasts or is
 *   stiff, and a step that cannot be evaluated: the multistep solver takes
 *   over, and the next phases are its own: 1, 2, 4, ... ONE_STEP_MOST_SKIPPED.
 *
 * Steps are no longer than ONE_STEP_REACH times what phases take: beyond an
 * event a step is lost, and bounds over it are wider than they need to be.
 *
 * needs   a model without delays, lines, selection sets, drift, coordinate
 *         frames and implicit form
 * keeps   all it knows in the solver's memory: a saved state goes on to the
 *         last bit
 * cost    six evaluations for a step, and those of the search for a root
 * paper   Dormand, Prince: A family of embedded Runge-Kutta formulae, J. Comp.
 *         Appl. Math. 6(1), 1980; the curve: Hairer, Norsett, Wanner: Solving
 *         Ordinary Differential Equations I, section II.6
 */
#ifndef FOUCAULT_ONE_STEP_H
#define FOUCAULT_ONE_STEP_H

#include "../core/instance.h"
#include <stdbool.h>
#include <stddef.h>

struct IntegratorRun;
struct SolverCalls;

enum { ONE_STEP_STAGES = 7, ONE_STEP_CURVE = 5 };

typedef struct OneStep {
  const struct SolverCalls *multistep; /* the other solver */

  /* The last step: its slopes, both ends and what its curve is made of; the
   * present point. [n_states] each. NULL: the method is never used. */
  double *slope[ONE_STEP_STAGES];
  double *begin, *end, *curve[ONE_STEP_CURVE - 2], *point;
  double *weight;                    /* [n_states] of errors */
  double *g_begin, *g_end, *g_point; /* [n_indicators] */
  int *changed;                      /* [n_indicators] in one_step_curve.h */
  double from, length;               /* by the solver's clock */
  bool has_curve;                    /* curve[] is that of the last step */
  bool is_first;                     /* no step since the start */
  double longest, stop; /* limits of the next step; longest 0: none */

  double usual; /* limit of the length that the other solver would begin with */
  double last;  /* length of the last good step; 0: none */
  double next;  /* the length that the error allows; 0: not known */
  double phase; /* what phases take, on an average; 0: not known */
  double phase_begin;
  long n_steps;                   /* since the start */
  bool is_used;                   /* in this phase */
  bool gave_up;                   /* ... and was not the right one */
  int n_left_out, n_to_leave_out; /* phases; to_leave_out: after it gave up */
} OneStep;

/* Memory from foucault_solver_malloc(). False: memory is short. */
bool one_step_create(struct IntegratorRun *run);
size_t one_step_memory(const Model *m);

/* Nothing is known of phases: a new run. */
void one_step_forget(OneStep *one);

/* A phase begins where the last one, of so many steps, has ended; watchers have
 * begun. Is it one for this method? Then it is the run's solver. */
bool one_step_begins(struct IntegratorRun *run, long n_steps);
/* The multistep solver takes over. */
void one_step_ends(struct IntegratorRun *run, bool gives_up);
/* In the middle of a phase: the solver of the run is that of its OneStep. */
void one_step_resume(struct IntegratorRun *run);

extern const struct SolverCalls one_step_calls;

#endif
