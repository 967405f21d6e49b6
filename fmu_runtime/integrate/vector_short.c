/* vector_short.c: what CVODE and IDA do in every step. */
#include "vector_short.h"
#include "../core/runtime_assert.h"
#include "vector_operations.h"
#include <nvector/nvector_serial.h>

typedef sunindextype Index;

/* z = x + y: the prediction, many times in every step. */
static void add_short(Index n, const double *x, const double *y, double *z)
{
  Index i = 0;
  for (; i + 3 < n; i += 4) {
    double p = x[i] + y[i], q = x[i + 1] + y[i + 1];
    double r = x[i + 2] + y[i + 2], s = x[i + 3] + y[i + 3];
    z[i] = p;
    z[i + 1] = q;
    z[i + 2] = r;
    z[i + 3] = s;
  }
  for (; i < n; i++) z[i] = x[i] + y[i];
}

/* z = a x + y */
static void add_scaled_short(Index n, double a, const double *x,
                             const double *y, double *z)
{
  Index i = 0;
  for (; i + 3 < n; i += 4) {
    double p = a * x[i] + y[i], q = a * x[i + 1] + y[i + 1];
    double r = a * x[i + 2] + y[i + 2], s = a * x[i + 3] + y[i + 3];
    z[i] = p;
    z[i + 1] = q;
    z[i + 2] = r;
    z[i + 3] = s;
  }
  for (; i < n; i++) z[i] = a * x[i] + y[i];
}

/* z = a x + b y */
static void combine(Index n, double a, const double *x, double b,
                    const double *y, double *z)
{
  Index i = 0;
  for (; i + 3 < n; i += 4) {
    double p = a * x[i] + b * y[i], q = a * x[i + 1] + b * y[i + 1];
    double r = a * x[i + 2] + b * y[i + 2], s = a * x[i + 3] + b * y[i + 3];
    z[i] = p;
    z[i + 1] = q;
    z[i + 2] = r;
    z[i + 3] = s;
  }
  for (; i < n; i++) z[i] = a * x[i] + b * y[i];
}

static void linear_sum_short(double a, N_Vector x, double b, N_Vector y,
                             N_Vector z)
{
  Index n = NV_LENGTH_S(x);
  if (a == 1 && b == 1) {
    add_short(n, NV_DATA_S(x), NV_DATA_S(y), NV_DATA_S(z));
  } else if (b == 1) {
    add_scaled_short(n, a, NV_DATA_S(x), NV_DATA_S(y), NV_DATA_S(z));
  } else {
    combine(n, a, NV_DATA_S(x), b, NV_DATA_S(y), NV_DATA_S(z));
  }
}

/* Z[k] = a[k] x + Y[k]: the correction of all derivatives. */
static int scale_add_multi_short(int n_vectors, double *a, N_Vector x,
                                 N_Vector *y, N_Vector *z)
{
  RUNTIME_ASSERT(n_vectors > 0);
  Index n = NV_LENGTH_S(x);
  for (int k = 0; k < n_vectors; k++) {
    add_scaled_short(n, a[k], NV_DATA_S(x), NV_DATA_S(y[k]), NV_DATA_S(z[k]));
  }
  return 0;
}

static void scale_short(double c, N_Vector vx, N_Vector vz)
{
  const double *x = NV_DATA_S(vx);
  double *z = NV_DATA_S(vz);
  Index n = NV_LENGTH_S(vx), i = 0;
  for (; i + 1 < n; i += 2) {
    double p = c * x[i], q = c * x[i + 1];
    z[i] = p;
    z[i + 1] = q;
  }
  for (; i < n; i++) z[i] = c * x[i];
}

void vector_short_set(N_Vector v)
{
  vector_operations_set(v);
  N_Vector_Ops ops = v->ops;
  ops->nvlinearsum = linear_sum_short;
  ops->nvscaleaddmulti = scale_add_multi_short;
  ops->nvscale = scale_short;
}
