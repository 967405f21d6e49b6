/* damping.c: see damping.h. */
#include "damping.h"
#include <math.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/* -<first, second>/<first, first>, in weights of the error test. */
static double part_that_is_damped(N_Vector first, N_Vector second,
                                  N_Vector weight)
{
  const double *a = N_VGetArrayPointer(first), *b = N_VGetArrayPointer(second);
  const double *w = N_VGetArrayPointer(weight);
  sunindextype n = N_VGetLength(first);
  double across = 0, along = 0;
  for (sunindextype k = 0; k < n; k++) {
    double wa = w[k] * a[k];
    across += wa * (w[k] * b[k]);
    along += wa * wa;
  }
  double part = -across / along;
  return isfinite(part) ? fmax(-1, fmin(part, 1)) : 0;
}

static int damping_test(SUNNonlinearSolver iteration, N_Vector sum,
                        N_Vector correction, sunrealtype most, N_Vector weight,
                        void *data)
{
  Damping *d = data;
  int n = 0;
  if (SUNNonlinSolGetCurIter(iteration, &n) != 0) return SUN_NLS_CONV_RECVR;
  int end = d->test(iteration, sum, correction, most, weight, d->data);
  if (n == 0 && end == SUN_NLS_CONTINUE) N_VScale(1, correction, d->first);
  if (n == 1) d->part = part_that_is_damped(d->first, correction, weight);
  return end;
}

bool damping_watch(Damping *d, SUNNonlinearSolver iteration, N_Vector first)
{
  struct _SUNNonlinearSolverContent_FixedPoint *it = iteration->content;
  *d = (Damping){it->CTest, it->ctest_data, first, 0};
  return SUNNonlinSolSetConvTestFn(iteration, damping_test, d) == 0;
}

double damping_take(Damping *d)
{
  double part = d->part;
  d->part = 0;
  return part;
}
