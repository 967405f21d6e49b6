/* trial.h: one model and one method of index reduction: built, run, measured.
 *
 * needs   options of a command that builds and runs models
 * gives   sizes of the reduced equations, work of the integrator, how far the
 *         constraints and an invariant drift, the values at the end
 * fails   a model that the method cannot reduce, or an FMU that fails while it
 *         runs: `applies` is false and `why` is the first error
 * cost    one build and one run
 *
 * Each trial has a Session apart, whose messages nobody sees: what is
 * wrong with the model by any method is reported once, by the caller.
 */
#ifndef FOUCAULT_COMMANDS_TRIAL_H
#define FOUCAULT_COMMANDS_TRIAL_H

#include "commands/options/options.h"
#include "fmu_file/run/fmu_run.h"

typedef struct TrialValue {
  const char *name;
  double value;
} TrialValue;

/* Everything in the arena that trial_run() is given. */
typedef struct Trial {
  bool applies;
  const char *why; /* not NULL if it does not */
  const char *model;
  FmuRun run; /* start, stop, step, tolerance */

  int index;        /* structural, of the model as it was written */
  int index_after;  /* of the equations that are solved: 0 or 1 */
  int differential; /* states */
  int algebraic;    /* other unknowns of the equations that are solved */
  int implicit;     /* of these: in loops that no formula solves */
  FmuStatistics statistics;
  double wall_seconds; /* of short runs the least of three */

  /* Largest residual of the constraints, by how often they are
   * differentiated; and that of the undifferentiated ones at each point. */
  double *residual;
  int n_levels;
  double *drift, *time; /* [n_points] */
  int n_points, cap_drift, cap_time;

  bool has_invariant;
  double first_invariant, invariant_drift; /* largest difference */
  TrialValue *first, *final;               /* of the model's own variables */
  int n_first, n_final;
} Trial;

/* The options say which method. tolerance: 0: what the options or the model
 * say. `before`: a trial of the same model, at whose first point this one is to
 * begin (methods may mend start values that do not fit in ways of their own);
 * NULL: none. */
Trial trial_run(const Options *options, double tolerance, const Trial *before,
                Arena *arena);

/* Largest difference of the values at the end, in parts of the larger of 1 and
 * the value; NaN: nothing to compare. */
double trial_difference(const Trial *a, const Trial *b);

#endif
