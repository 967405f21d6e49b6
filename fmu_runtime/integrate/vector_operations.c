/* vector_operations.c: the operations that CVODE and IDA use on all states,
 * with the roundings of nvector_serial.c but for the norms. Results may be one of the operands.
 */
#include "vector_operations.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>
#include <nvector/nvector_serial.h>

/* Numbers of each vector that are worked on together: they stay in the
 * processor's cache while several vectors are added up. */
enum { PART = 512 };

static double *elements_of(N_Vector v)
{
  return NV_DATA_S(v);
}

static sunindextype length_of(N_Vector v)
{
  return NV_LENGTH_S(v);
}

/* z = a x + b y; equal factors are taken out of the sum as they are there. */
static void linear_sum_long(double a, N_Vector vx, double b, N_Vector vy,
                            N_Vector vz)
{
  const double *x = elements_of(vx), *y = elements_of(vy);
  double *z = elements_of(vz);
  sunindextype n = length_of(vx);
  if (a == b) {
    for (sunindextype i = 0; i < n; i++) z[i] = a * (x[i] + y[i]);
  } else if (a == -b && b == 1) {
    for (sunindextype i = 0; i < n; i++) z[i] = y[i] - x[i];
  } else if (a == -b) {
    for (sunindextype i = 0; i < n; i++) z[i] = a * (x[i] - y[i]);
  } else if (b == 1) {
    for (sunindextype i = 0; i < n; i++) z[i] = a * x[i] + y[i];
  } else {
    for (sunindextype i = 0; i < n; i++) z[i] = a * x[i] + b * y[i];
  }
}

/* z = c[0] X[0] + c[1] X[1] + ..., added up in this order. */
static int linear_combination(int n_vectors, double *c, N_Vector *vx,
                              N_Vector vz)
{
  RUNTIME_ASSERT(n_vectors > 0);
  double *z = elements_of(vz);
  sunindextype n = length_of(vz);
  for (sunindextype begin = 0; begin < n; begin += PART) {
    sunindextype end = n - begin > PART ? begin + PART : n;
    const double *first = elements_of(vx[0]);
    for (sunindextype i = begin; i < end; i++) z[i] = c[0] * first[i];
    for (int k = 1; k < n_vectors; k++) {
      const double *x = elements_of(vx[k]);
      for (sunindextype i = begin; i < end; i++) z[i] += c[k] * x[i];
    }
  }
  return 0;
}

/* Z[k] = a[k] x + Y[k]: x stays in the cache. */
static int scale_add_multi_long(int n_vectors, double *a, N_Vector vx,
                                N_Vector *vy, N_Vector *vz)
{
  RUNTIME_ASSERT(n_vectors > 0);
  const double *x = elements_of(vx);
  sunindextype n = length_of(vx);
  for (sunindextype begin = 0; begin < n; begin += PART) {
    sunindextype end = n - begin > PART ? begin + PART : n;
    for (int k = 0; k < n_vectors; k++) {
      const double *y = elements_of(vy[k]);
      double *z = elements_of(vz[k]);
      for (sunindextype i = begin; i < end; i++) z[i] = a[k] * x[i] + y[i];
    }
  }
  return 0;
}

static void set_all(double c, N_Vector vz)
{
  double *z = elements_of(vz);
  for (sunindextype i = 0, n = length_of(vz); i < n; i++) z[i] = c;
}

static void scale_long(double c, N_Vector vx, N_Vector vz)
{
  const double *x = elements_of(vx);
  double *z = elements_of(vz);
  for (sunindextype i = 0, n = length_of(vx); i < n; i++) z[i] = c * x[i];
}

static void vector_operations_multiply(N_Vector vx, N_Vector vy, N_Vector vz)
{
  const double *x = elements_of(vx), *y = elements_of(vy);
  double *z = elements_of(vz);
  for (sunindextype i = 0, n = length_of(vx); i < n; i++) z[i] = x[i] * y[i];
}

static void divide_vectors(N_Vector vx, N_Vector vy, N_Vector vz)
{
  const double *x = elements_of(vx), *y = elements_of(vy);
  double *z = elements_of(vz);
  for (sunindextype i = 0, n = length_of(vx); i < n; i++) z[i] = x[i] / y[i];
}

static void vector_operations_absolute(N_Vector vx, N_Vector vz)
{
  const double *x = elements_of(vx);
  double *z = elements_of(vz);
  for (sunindextype i = 0, n = length_of(vx); i < n; i++) z[i] = fabs(x[i]);
}

static void invert_vector(N_Vector vx, N_Vector vz)
{
  const double *x = elements_of(vx);
  double *z = elements_of(vz);
  for (sunindextype i = 0, n = length_of(vx); i < n; i++) z[i] = 1 / x[i];
}

static void add_constant(N_Vector vx, double b, N_Vector vz)
{
  const double *x = elements_of(vx);
  double *z = elements_of(vz);
  for (sunindextype i = 0, n = length_of(vx); i < n; i++) z[i] = x[i] + b;
}

static double vector_operations_largest(N_Vector vx)
{
  const double *x = elements_of(vx);
  double most = 0;
  for (sunindextype i = 0, n = length_of(vx); i < n; i++) {
    if (fabs(x[i]) > most) most = fabs(x[i]);
  }
  return most;
}

static double smallest(N_Vector vx)
{
  const double *x = elements_of(vx);
  double least = x[0];
  for (sunindextype i = 1, n = length_of(vx); i < n; i++) {
    if (x[i] < least) least = x[i];
  }
  return least;
}

/* Weighted, of those numbers for which id > 0: see vector_operations.h. The mean
 * is over all, as in SUNDIALS, and the largest number counts accordingly. */
static double norm_of_errors(N_Vector vx, N_Vector vw, const double *id)
{
  const double *x = elements_of(vx), *w = elements_of(vw);
  sunindextype n = length_of(vx);
  double sum = 0, most = 0, count = 0;
  for (sunindextype i = 0; i < n; i++) {
    if (id && !(id[i] > 0)) continue;
    double product = x[i] * w[i], square = product * product;
    count++;
    sum += square;
    if (square > most) most = square;
  }
  double mean = sqrt(sum / (double)n); /* or not a number */
  double least = NORM_PART * sqrt(most * count / (double)n);
  return least > mean ? least : mean;
}

static double wrms_norm(N_Vector vx, N_Vector vw)
{
  return norm_of_errors(vx, vw, NULL);
}

/* The same of those numbers for which id > 0. */
static double wrms_norm_mask(N_Vector vx, N_Vector vw, N_Vector vid)
{
  return norm_of_errors(vx, vw, elements_of(vid));
}

void vector_operations_set(N_Vector v)
{
  N_Vector_Ops ops = v->ops;
  ops->nvlinearsum = linear_sum_long;
  ops->nvlinearcombination = linear_combination;
  ops->nvscaleaddmulti = scale_add_multi_long;
  ops->nvconst = set_all;
  ops->nvscale = scale_long;
  ops->nvprod = vector_operations_multiply;
  ops->nvdiv = divide_vectors;
  ops->nvabs = vector_operations_absolute;
  ops->nvinv = invert_vector;
  ops->nvaddconst = add_constant;
  ops->nvmaxnorm = vector_operations_largest;
  ops->nvmin = smallest;
  ops->nvwrmsnorm = wrms_norm;
  ops->nvwrmsnormmask = wrms_norm_mask;
}
