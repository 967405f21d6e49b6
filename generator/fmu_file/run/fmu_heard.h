/* fmu_heard.h: what an FMU says while it runs, read from its log.
 *
 * FMUs of this program report their statistics, events, progress, start values
 * that were changed and why the model ends; what the model prints comes the
 * same way. Of others there are errors and warnings. Those are kept until a
 * call fails: then they are the cause.
 *
 * fails   E604 a call of the FMU failed, with what it said about that
 */
#ifndef FOUCAULT_FMU_FILE_RUN_FMU_HEARD_H
#define FOUCAULT_FMU_FILE_RUN_FMU_HEARD_H

#include <stdbool.h>
#include <stdio.h>

#include "fmu_file/fmu_load.h"
#include "fmu_file/fmu_log.h"

/* What the FMU reported about its integrator at its end. */
typedef struct FmuStatistics {
  bool are_known; /* false: it reported nothing, and all are zero */
  long steps, rhs, jacobians, events, pivots, restarts;
  long factorizations; /* of the integrator's matrix */
  long loops;          /* factorizations of algebraic loops */
  long corrections;    /* steps of Newton's method in nonlinear ones */
  long kinsol;         /* solutions of these that KINSOL has found */
} FmuStatistics;

/* A start value that initialization has changed, as the FMU reported. */
typedef struct FmuStartChange {
  const char *name;
  double before, now;
  bool is_determined; /* by other conditions: it was no more than a guess */
} FmuStartChange;

/* The FMU's logger gets it as componentEnvironment. */
typedef struct FmuHeard {
  FILE *echo;    /* --verbose: everything; NULL: nothing */
  FILE *printed; /* where text of the model goes; NULL: nowhere */
  Arena *arena;
  FmuStatistics statistics;
  FmuNotes notes;
  FmuStartChange *change;
  int n_changes, cap_changes;
  const char *ended_by; /* what the model says of its terminate() */
  bool is_line_open;    /* of what the model prints: its line has no end yet */
  /* One side of an event: within this call the values are those of it. */
  void (*event)(void *context, double time);
  /* Inside of a long step; NULL: nobody asks. */
  void (*progress)(void *context, double time, double step, long steps);
  void *context;
} FmuHeard;

/* The logger of the FMU. */
void fmu_heard_message(fmi2ComponentEnvironment environment,
                       fmi2String instance, fmi2Status status,
                       fmi2String category, fmi2String format, ...)
    __attribute__((format(printf, 5, 6)));
/* An event that FMI 3.0 reports by a call of its own. */
void fmu_heard_event(void *environment, double time);

/* True where the call went well. Else the cause is the error, as far as the FMU
 * says what it is, and the call that failed is a note. */
bool fmu_heard_check(FmuHeard *heard, Session *s, const Fmu *fmu,
                     fmi2Status status, const char *call, double time);
/* W601: what the FMU has said in a run that went well. */
void fmu_heard_report(const FmuHeard *heard, Session *s);
/* What the model has printed ends with its line. */
void fmu_heard_end(const FmuHeard *heard);

#endif
