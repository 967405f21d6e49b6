/* one_step_curve.h: the curve of a step of the one-step method, and where on it
 * an event is.
 *
 * The curve is of order 4, has the slopes of the model at both ends, and costs no
 * evaluation. Indicators are known at both ends of the step; between them they are looked
 * at on its curve, nearer and nearer to the first of the roots.
 *
 * paper   Dowell, Jarratt: A modified regula falsi method, BIT 11, 1971 (the
 *         one called Illinois)
 */
#ifndef FOUCAULT_ONE_STEP_CURVE_H
#define FOUCAULT_ONE_STEP_CURVE_H

#include "integrator_run.h"

/* The sum of the slopes of the first n stages, with these factors. */
void one_step_add_slopes(const OneStep *one, int n_states, const double *part,
                         int n, double *sum);

/* Point and slope of the last step's curve at this time of the solver's
 * clock. */
void one_step_point(OneStep *one, int n_states, double own, double *point);
void one_step_slope(OneStep *one, int n_states, double own, double *slope);

typedef enum RootSearch {
  ROOT_NONE,
  ROOT_FOUND,  /* *end, by the solver's clock: just past it */
  ROOT_UNKNOWN /* the model cannot be evaluated on the way */
} RootSearch;

/* With one_step.g_begin and g_end, the latter at *end. */
RootSearch one_step_root(IntegratorRun *run, double *end);

#endif
