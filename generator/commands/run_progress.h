/* run_progress.h: how far a run has come, for somebody who waits at a
 * terminal: a bar, the simulated time, the steps, the time that is left.
 *
 * Nothing is shown in the first half second, with --quiet, or where stderr is
 * no terminal; the line is gone at the end.
 */
#ifndef FOUCAULT_COMMANDS_RUN_PROGRESS_H
#define FOUCAULT_COMMANDS_RUN_PROGRESS_H

#include <stdbool.h>

#include "base/session.h"

typedef struct RunProgress {
  bool is_wanted, is_shown;
  double start, stop;        /* simulated time */
  double began, last_update; /* seconds */
  double time;               /* reached */
  long steps;
} RunProgress;

RunProgress run_progress_begin(const Session *s, double start, double stop);
/* The run has reached this time; to be called after every step. */
void run_progress_update(RunProgress *progress, double time);
/* Inside of a step: the time reached, the integrator's last step and how many
 * there were. */
void run_progress_inside(RunProgress *progress, double time, double step,
                         long steps);
/* Inside of a step of an FMU that does not say how far it is. */
void run_progress_wait(RunProgress *progress);
void run_progress_end(RunProgress *progress);

#endif
