/* couple_run.h: a system of FMUs from start to stop, in macro steps.
 *
 * At each communication point all outputs are handed on (couple_exchange.h);
 * then each FMU makes its step with inputs that go on as polynomials through
 * the last points: Jacobi's way, all at once. Gauss's and Seidel's way gives an
 * FMU the new values of those that have made their step before it.
 *
 * With `iterations` a step is repeated from saved states until inputs and
 * outputs agree at its end. With `accuracy` the step follows the error of the
 * inputs: what they were at its end against what they should have been.
 *
 * fails   E604 an FMU, E622 the run cannot be made this way
 * warns   W622 an algebraic loop, or an iteration that did not end
 *         W623 energy out of nothing
 * cost    no allocation while it runs
 * papers  Busch, Zur effizienten Kopplung von Simulationsprogrammen, 2012;
 *         Sadjina et al., Engineering with Computers 33, 2017: energies
 */
#ifndef FOUCAULT_COUPLE_COUPLE_RUN_H
#define FOUCAULT_COUPLE_COUPLE_RUN_H

#include "couple/couple.h"
#include "couple/couple_energy.h"
#include "fmu_file/run/fmu_run.h"

enum { COUPLE_MOST_ORDER = 2 };

/* One result. */
typedef struct CoupleColumn {
  int member, variable;
} CoupleColumn;

typedef struct CoupleRun {
  double start, stop, step; /* stop >= start, step > 0: the longest one where
                               accuracy > 0 */
  bool is_sequential;       /* Gauss-Seidel */
  int extrapolation;        /* 0, 1, 2 */
  int iterations;           /* of a step at most; 1: none is repeated */
  double accuracy;          /* relative, of inputs; 0: fixed steps */
  bool has_tolerance;
  double tolerance;           /* of the FMUs */
  const CoupleColumn *column; /* by members */
  int n_columns;
  FILE *printed; /* text of models */
  /* As in FmuRun. */
  bool (*point)(void *context, double time, const FmuValues *values);
  bool (*stop_now)(void *context);
  void (*enter_step)(void *context);
  void (*leave_step)(void *context);
  void (*rescue)(void *context);
  void *context;
} CoupleRun;

typedef struct CoupleResult {
  double end;
  long points, steps, rejected, repeated;
  long loop_solutions, newton_steps;
  int n_loops;
  double shortest, longest;
  bool interrupted;
  const char *inside;   /* the component whose code runs; NULL: none */
  const char *ended_by; /* the component that wanted to end; NULL: none */
  const CoupleEnergy *energy;
  int n_energies;
  double wall_seconds;
  double *last; /* [n_columns] numbers of the last point */
} CoupleResult;

bool couple_run(Session *s, const Couple *c, const CoupleRun *run,
                CoupleResult *result);

#endif
