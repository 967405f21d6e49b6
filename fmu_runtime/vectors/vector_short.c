/* vector_short.c: what CVODE and IDA do in every step. */
#include "vector_short.h"
#include "../core/runtime_assert.h"
#include "vector_operations.h"
#include <nvector/nvector_serial.h>

static void linear_sum_short(double a, N_Vector x, double b, N_Vector y,
                             N_Vector z)
{
  Index n = NV_LENGTH_S(x);
  if (a == 1 && b == 1) {
    kernel_add(n, NV_DATA_S(x), NV_DATA_S(y), NV_DATA_S(z));
  } else if (b == 1) {
    kernel_add_scaled(n, a, NV_DATA_S(x), NV_DATA_S(y), NV_DATA_S(z));
  } else {
    kernel_combine(n, a, NV_DATA_S(x), b, NV_DATA_S(y), NV_DATA_S(z));
  }
}

/* Z[k] = a[k] x + Y[k]: the correction of all derivatives. */
static int scale_add_multi_short(int n_vectors, double *a, N_Vector x,
                                 N_Vector *y, N_Vector *z)
{
  RUNTIME_ASSERT(n_vectors > 0);
  Index n = NV_LENGTH_S(x);
  for (int k = 0; k < n_vectors; k++) {
    kernel_add_scaled(n, a[k], NV_DATA_S(x), NV_DATA_S(y[k]), NV_DATA_S(z[k]));
  }
  return 0;
}

static void scale_short(double c, N_Vector vx, N_Vector vz)
{
  kernel_scale(NV_LENGTH_S(vx), c, NV_DATA_S(vx), NV_DATA_S(vz));
}

void vector_short_set(N_Vector v)
{
  vector_operations_set(v);
  N_Vector_Ops ops = v->ops;
  ops->nvlinearsum = linear_sum_short;
  ops->nvscaleaddmulti = scale_add_multi_short;
  ops->nvscale = scale_short;
}
