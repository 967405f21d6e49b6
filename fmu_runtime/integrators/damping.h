/* damping.h: how fast a model damps, beside the steps of Adams' formulas.
 *
 * Their fixed-point iteration corrects a step by d0, then by d1 = g*J*d0, where
 * J is the matrix of the slopes and g a third of the step, or so. So
 * -<d0, d1>/<d0, d0> is g times the rate at which the model damps what is
 * corrected, for nothing. Where accuracy alone limits the steps it is about zero
 * on an average: corrections are what the solution does. Where stability limits
 * them corrections are along what is damped fastest, and it is a tenth to a
 * half, step after step. Undamped oscillations have changing signs.
 */
#ifndef FOUCAULT_DAMPING_H
#define FOUCAULT_DAMPING_H

#include <stdbool.h>
#include <sundials/sundials_nonlinearsolver.h>

typedef struct Damping {
  SUNNonlinSolConvTestFn test; /* that of the solver, and its data */
  void *data;
  N_Vector first; /* the first correction */
  double part;    /* of the last iteration of two corrections or more; 0: none
                     since it was taken */
} Damping;

/* Looks at the corrections of this SUNNonlinSol_FixedPoint, which belongs to a
 * solver already; `first`: a vector of the same length. */
bool damping_watch(Damping *d, SUNNonlinearSolver iteration, N_Vector first);
/* What was seen since the last call, from -1 to 1; 0: nothing. */
double damping_take(Damping *d);

#endif
