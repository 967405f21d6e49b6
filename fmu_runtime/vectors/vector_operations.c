/* vector_operations.c: the operations that CVODE and IDA use on all states,
 * with the roundings of nvector_serial.c but for the norms. Results may be one of the operands.
 */
#include "vector_operations.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "vector_short.h"
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
#define SCALED_SUM(i) a *(x[i] + y[i])
#define DIFFERENCE(i) y[i] - x[i]
#define SCALED_DIFFERENCE(i) a *(x[i] - y[i])
  if (a == 1 && b == 1)
    kernel_add(n, x, y, z);
  else if (a == b)
    VECTOR_LOOP(n, z, SCALED_SUM);
  else if (a == -b && b == 1)
    VECTOR_LOOP(n, z, DIFFERENCE);
  else if (a == -b)
    VECTOR_LOOP(n, z, SCALED_DIFFERENCE);
  else if (b == 1)
    kernel_add_scaled(n, a, x, y, z);
  else
    kernel_combine(n, a, x, b, y, z);
#undef SCALED_SUM
#undef DIFFERENCE
#undef SCALED_DIFFERENCE
}

/* z = c[0] X[0] + c[1] X[1] + ..., added up in this order, two at a time. */
static int linear_combination(int n_vectors, double *c, N_Vector *vx,
                              N_Vector vz)
{
  RUNTIME_ASSERT(n_vectors > 0);
  sunindextype n = length_of(vz);
  for (sunindextype begin = 0; begin < n; begin += PART) {
    sunindextype part = n - begin > PART ? PART : n - begin;
    double *z = elements_of(vz) + begin;
    kernel_scale(part, c[0], elements_of(vx[0]) + begin, z);
    int k = 1;
    for (; k + 1 < n_vectors; k += 2) {
      kernel_add_two(part, c[k], elements_of(vx[k]) + begin, c[k + 1],
                     elements_of(vx[k + 1]) + begin, z);
    }
    if (k < n_vectors)
      kernel_add_scaled(part, c[k], elements_of(vx[k]) + begin, z, z);
  }
  return 0;
}

/* Z[k] = a[k] x + Y[k]: x stays in the cache. */
static int scale_add_multi_long(int n_vectors, double *a, N_Vector vx,
                                N_Vector *vy, N_Vector *vz)
{
  RUNTIME_ASSERT(n_vectors > 0);
  sunindextype n = length_of(vx);
  for (sunindextype begin = 0; begin < n; begin += PART) {
    sunindextype part = n - begin > PART ? PART : n - begin;
    const double *x = elements_of(vx) + begin;
    for (int k = 0; k < n_vectors; k++) {
      kernel_add_scaled(part, a[k], x, elements_of(vy[k]) + begin,
                        elements_of(vz[k]) + begin);
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
  kernel_scale(length_of(vx), c, elements_of(vx), elements_of(vz));
}

static void vector_operations_multiply(N_Vector vx, N_Vector vy, N_Vector vz)
{
  const double *x = elements_of(vx), *y = elements_of(vy);
#define PRODUCT(i) x[i] * y[i]
  VECTOR_LOOP(length_of(vx), elements_of(vz), PRODUCT);
#undef PRODUCT
}

static void divide_vectors(N_Vector vx, N_Vector vy, N_Vector vz)
{
  const double *x = elements_of(vx), *y = elements_of(vy);
#define QUOTIENT(i) x[i] / y[i]
  VECTOR_LOOP(length_of(vx), elements_of(vz), QUOTIENT);
#undef QUOTIENT
}

static void vector_operations_absolute(N_Vector vx, N_Vector vz)
{
  const double *x = elements_of(vx);
#define ABSOLUTE(i) fabs(x[i])
  VECTOR_LOOP(length_of(vx), elements_of(vz), ABSOLUTE);
#undef ABSOLUTE
}

static void invert_vector(N_Vector vx, N_Vector vz)
{
  const double *x = elements_of(vx);
#define INVERSE(i) 1 / x[i]
  VECTOR_LOOP(length_of(vx), elements_of(vz), INVERSE);
#undef INVERSE
}

static void add_constant(N_Vector vx, double b, N_Vector vz)
{
  const double *x = elements_of(vx);
#define SUM(i) x[i] + b
  VECTOR_LOOP(length_of(vx), elements_of(vz), SUM);
#undef SUM
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

/* The squares of errors: their sum, the largest, and how many they are. */
typedef struct Squares {
  double sum, most, count;
} Squares;

static void see_square(Squares *s, double product)
{
  double square = product * product;
  s->sum += square;
  if (square > s->most) s->most = square;
}

/* Those for which id > 0, one after the other. */
static Squares squares_of_some(sunindextype n, const double *x, const double *w,
                               const double *id)
{
  Squares s = {0, 0, 0};
  for (sunindextype i = 0; i < n; i++) {
    if (id && !(id[i] > 0)) continue;
    s.count++;
    see_square(&s, x[i] * w[i]);
  }
  return s;
}

/* All: four sums, each of every fourth number, on every machine. */
static Squares squares_of_all(sunindextype n, const double *x, const double *w)
{
  Squares s[4] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  sunindextype i = 0;
  for (; i + 3 < n; i += 4) {
    for (int k = 0; k < 4; k++) see_square(&s[k], x[i + k] * w[i + k]);
  }
  for (int k = 0; i < n; i++, k++) see_square(&s[k], x[i] * w[i]);
  double sum = (s[0].sum + s[1].sum) + (s[2].sum + s[3].sum);
  double most = fmax(fmax(s[0].most, s[1].most), fmax(s[2].most, s[3].most));
  return (Squares){sum, most, (double)n};
}

/* Of a few numbers it is never less than that part of the largest one. */
static double root_mean_square(sunindextype n, const double *x, const double *w)
{
  double sum = 0;
  for (sunindextype i = 0; i < n; i++) {
    double product = x[i] * w[i];
    sum += product * product;
  }
  return sqrt(sum / (double)n);
}

/* Weighted, of those numbers for which id > 0: see vector_operations.h. The mean
 * is over all, as in SUNDIALS, and the largest number counts accordingly. */
static double norm_of_errors(N_Vector vx, N_Vector vw, const double *id)
{
  const double *x = elements_of(vx), *w = elements_of(vw);
  sunindextype n = length_of(vx);
  if (!id && n <= NORM_MEAN_MOST) return root_mean_square(n, x, w);
  Squares s = id || n <= VECTOR_SHORT ? squares_of_some(n, x, w, id)
                                      : squares_of_all(n, x, w);
  double mean = sqrt(s.sum / (double)n); /* or not a number */
  double least = NORM_PART * sqrt(s.most * s.count / (double)n);
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
