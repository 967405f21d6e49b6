/* fmu_run.h: steps an FMU from start to stop, as any importer would: one of
 * Co-Simulation, or one of Model Exchange with an integrator (fmu_exchange.h).
 * It hands the values of chosen variables out at every point of the grid and,
 * in Model Exchange and for FMUs that report their events in the log (this
 * program's do), on both sides of every event.
 *
 * The room fmu_file/run/ owns what happens while one FMU runs: the sequence of
 * calls (this file), the values that are read (fmu_reader.h), what the FMU says
 * (fmu_heard.h), its inputs (fmu_inputs.h), the integrator of Model Exchange
 * (fmu_exchange.h, begin with exchange_point.h), and watchers of long steps and
 * of what foreign code changes (stuck_watch.h, surroundings.h). It calls
 * fmu_file/ and base/.
 *
 * fails   E604 an FMI call failed, with what the FMU logged about it
 */
#ifndef FOUCAULT_FMU_FILE_RUN_FMU_RUN_H
#define FOUCAULT_FMU_FILE_RUN_FMU_RUN_H

#include <stdbool.h>
#include <stdio.h>

#include "base/session.h"
#include "fmu_file/fmu_load.h"
#include "fmu_file/fmu_settings.h"
#include "fmu_file/run/fmu_exchange.h"
#include "fmu_file/run/fmu_heard.h"
#include "fmu_file/run/fmu_inputs.h"
#include "fmu_file/run/fmu_reader.h"

/* An instance that is kept from run to run, and reset before each but the
 * first. It belongs to one thread. A run that fails gives it up: the next one
 * makes another. */
typedef struct FmuKept FmuKept;

typedef struct FmuRun {
  double start, stop, step; /* stop >= start: equal ones are
                               initialization alone; step > 0 */
  const double *grid;       /* points after `start`, rising, the last one is
                               `stop`; NULL: every `step` */
  int n_grid;
  bool is_exchange;          /* Model Exchange; else Co-Simulation */
  ExchangeFormulas formulas; /* of Model Exchange, where nobody follows */
  bool has_tolerance;
  double tolerance;
  const FmuSetting *set; /* of fmu_settings.h */
  int n_set;
  const int *variable; /* indices into the description's variables */
  int n_variables;
  const FmuInputs *inputs;          /* NULL: inputs keep their start values */
  FmuFollow *follow;                /* of Model Exchange; NULL: nobody asks */
  const ExchangeListener *listener; /* the same */
  FILE *printed;     /* where text of the model goes; NULL: nowhere */
  bool event_rows;   /* points at events too */
  bool lists_events; /* FmuResult.event_time */
  FmuKept *kept;     /* NULL: an instance for this run alone */
  /* Called at the start, after each step and at events; false: the run has
   * failed. Several points may have the same time. */
  bool (*point)(void *context, double time, const FmuValues *values);
  /* At the last point, before the instance is ended; false: the run has failed.
   * NULL: nobody asks. */
  bool (*at_end)(void *context, fmi2Component component);
  /* Asked before each step: true ends the run early, which is not a failure. */
  bool (*stop_now)(void *context);
  /* Around each step: the FMU computes. NULL: nobody asks. */
  void (*enter_step)(void *context);
  void (*leave_step)(void *context);
  /* Inside of a long step of an FMU that reports it: the time that it has
   * reached, its last step and the number of them. NULL: nobody asks. */
  void (*progress)(void *context, double time, double step, long steps);
  /* or NULL; the program is about to end, by a crash or exit() of the FMU */
  void (*rescue)(void *context);
  void *context;
} FmuRun;

typedef struct FmuResult {
  FmuStatistics statistics;
  double end;           /* time reached */
  long points;          /* points handed out */
  bool ended_early;     /* the FMU asked to stop before the stop time */
  const char *ended_by; /* what it said of that, in the session arena; NULL:
                             nothing, or it did not end early */
  bool interrupted;     /* stop_now() did */
  double wall_seconds;  /* of the FMI calls and the points */
  FmuValues last;       /* numbers only, in the session arena */
  double *event_time;   /* rising, of FMUs that report their events */
  int n_events, cap_events;
  FmuStartChange *change; /* in the session arena */
  int n_changes;
  const struct Runner *runner; /* while it runs, for fmu_run_cancel() */
} FmuResult;

FmuKept *fmu_kept_create(void);                    /* NULL: no memory */
void fmu_kept_free(FmuKept *kept, const Fmu *fmu); /* NULL is allowed */

bool fmu_run(Session *s, const Fmu *fmu, const FmuRun *run, FmuResult *result);
/* By another thread, while a step is under way (enter_step()): asks an FMU of
 * this program to end it; then stop_now() is asked. Others go on. */
void fmu_run_cancel(const FmuResult *result);

#endif
