/* step_watch.h: who looks at a step of the solver, and when.
 *
 * A solver controls the error of its states, nothing else. What else may go
 * wrong within a step is watched: the choice of states, events that hide in the
 * step, constraints that become singular, blocks that leave their branch, time
 * that does not go on. Each watcher is one row of the table in step_watch.c.
 */
#ifndef FOUCAULT_STEP_WATCH_H
#define FOUCAULT_STEP_WATCH_H

#include "integrator_run.h"

typedef enum StepVerdict {
  STEP_ACCEPTED,
  STEP_UNTRUSTED, /* it is to be undone; the reason may be noted */
  STEP_ENDS_RUN   /* reason noted: there is no way on */
} StepVerdict;

/* The solver is about to start at the instance's time and values. is_new: after
 * an event or at first, not after an exchange of states. False, reason noted:
 * it cannot. */
bool step_watch_begin(IntegratorRun *run, bool is_new);
/* A step from `before` has ended at run->now: asks all watchers in their order,
 * up to the first that does not accept it. */
StepVerdict step_watch_accept(IntegratorRun *run, double before);
/* Undoes the step, by the first watcher that can. False, reason noted: the run
 * cannot go on. */
bool step_watch_undo(IntegratorRun *run);

/* The importer is to see the run up to `end`: where a block has left its branch
 * before that, run->now moves back. */
void step_watch_arrive(IntegratorRun *run, double end);
/* The solver is about to go on from run->now. False, reason noted: an assertion
 * does not hold here. */
bool step_watch_leave(IntegratorRun *run);

/* Keeps what delay() will ask for, at run->now. False, reason noted: the model
 * cannot be evaluated there. */
bool step_watch_record_history(IntegratorRun *run);

/* States are chosen again where the solver is, which goes on with its history.
 * False, reason noted: it cannot. */
bool step_watch_renew_choice(IntegratorRun *run);

#endif
