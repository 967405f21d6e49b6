/* gradient.h: derivatives by very many parameters, by one run forward and one
 * way back.
 *
 * needs   a model that was built for sensitivities and for adjoints
 * gives   at each point of the grid the derivatives of some variables, or the
 *         derivatives of one weighted sum over all points. One direction, a
 *         mixture of all parameters, is followed forward in the same run: where
 *         what comes back does not agree with it, the result is not taken
 * fails   what a run reports. Where the way back cannot be gone, *why says so
 * cost    a run with twice the states, and a way back whose cost is that of a
 *         run for each column, whatever the number of parameters; an event is
 *         passed back by a direction for each state and parameter
 */
#ifndef FOUCAULT_STUDIES_BACK_GRADIENT_H
#define FOUCAULT_STUDIES_BACK_GRADIENT_H

#include "fmu_file/run/fmu_run.h"

typedef struct GradientRequest {
  const fmi2ValueReference *known, *unknown;
  int n_known, n_unknown;
  /* A sum: weight k * n_unknown + i belongs to variable i at time k. NULL: each
   * variable at each point. */
  const double *weight, *weight_time;
  int n_weights; /* times, rising */
} GradientRequest;

/* All in the session arena. */
typedef struct GradientResult {
  int n_points;
  double *time;     /* [n_points] */
  double *value;    /* [n_points * n_unknown] */
  double *by_value; /* [n_known] */
  /* [n_points * n_known * n_unknown], known after known; of a sum [n_known] */
  double *slope;
  const char *why; /* there are none; NULL */
} GradientResult;

/* run->variable: the unknowns, then the knowns. */
bool gradient_run(Session *s, const Fmu *fmu, const FmuRun *run,
                  const GradientRequest *request, GradientResult *result);

/* The weights at a time; NULL: there are none. */
const double *gradient_weights_at(const GradientRequest *request, double time);

#endif
