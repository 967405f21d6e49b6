/* sensitivity.h: how the curves of a model change with its parameters.
 *
 * needs   a loaded FMU; where it was built for sensitivities, one of Model
 *         Exchange
 * gives   at every point of the grid the values of some variables, and their
 *         derivatives by some parameters or start values: exact ones, by the
 *         variational equation along the run (fmu_follow.h). Of an FMU that was
 *         not built for it, and of a model with an event that cannot be
 *         followed, differences of two runs each, closer than the tolerance
 *         asks for; `why` says so
 * fails   what a run reports
 * cost    exact: a run with 1 + n as many states; backward: see back/gradient.h;
 *         by differences: 2 n + 1 runs
 */
#ifndef FOUCAULT_STUDIES_BACK_SENSITIVITY_H
#define FOUCAULT_STUDIES_BACK_SENSITIVITY_H

#include "fmu_file/run/fmu_run.h"

/* Indices into the description's variables; all are Reals. */
typedef struct SensitivityRequest {
  const int *by, *of;
  int n_by, n_of;
  bool is_back; /* from the end to the start: for many parameters */
  /* Of a sum alone: weight k * n_of + i belongs to variable i at time k, of
   * which there are n_weights, rising. NULL: of each variable. */
  const double *weight, *weight_time;
  int n_weights;
} SensitivityRequest;

typedef struct SensitivityCurves {
  int n_points, n_by, n_of;
  double *time;      /* [n_points] */
  double *value;     /* [n_points * n_of] */
  double *slope;     /* [n_points * n_by * n_of], by after by; NULL: of a sum */
  double sum;        /* of a sum: its value, */
  double *sum_slope; /* [n_by] and its derivatives; NULL: nobody asks */
  const char *forward; /* why they did not go backward, as asked; NULL */
  double *by_value;    /* [n_by] of the parameters */
  const char *why;     /* they are differences; NULL: they are exact */
} SensitivityCurves;

/* `run` has the experiment and the settings; of a point that it reaches. `why`
 * not exact; NULL: the FMU was built for it. */
bool sensitivity_run(Session *s, const Fmu *fmu, const FmuRun *run,
                     const SensitivityRequest *request, const char *why,
                     SensitivityCurves *curves);

#endif
