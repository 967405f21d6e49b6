/* vector_short.c: what CVODE and IDA do in every step. */
#include "vector_short.h"
#include "../core/runtime_assert.h"
#include "vector_operations.h"
#include <nvector/nvector_serial.h>

/* Factors that are not both 1. */
static void scaled_sum_short(double a, N_Vector x, double b, N_Vector y,
                             N_Vector z)
{
  Index n = NV_LENGTH_S(x);
  if (b == 1) {
    kernel_add_scaled(n, a, NV_DATA_S(x), NV_DATA_S(y), NV_DATA_S(z));
  } else {
    kernel_combine(n, a, NV_DATA_S(x), b, NV_DATA_S(y), NV_DATA_S(z));
  }
}

/* Z[k] = a[k] x + Y[k]: the correction of all derivatives. */
static inline int scale_add_multi_of(Index n, int n_vectors, const double *a,
                                     N_Vector x, N_Vector *y, N_Vector *z)
{
  RUNTIME_ASSERT(n_vectors > 0);
  for (int k = 0; k < n_vectors; k++) {
    kernel_add_scaled(n, a[k], NV_DATA_S(x), NV_DATA_S(y[k]), NV_DATA_S(z[k]));
  }
  return 0;
}

static inline void scale_vector_of(Index n, double c, N_Vector x, N_Vector z)
{
  kernel_scale(n, c, NV_DATA_S(x), NV_DATA_S(z));
}

/* --- lengths that are known where they are compiled ------------------------ */

/* The operations of vectors of N numbers. A prediction adds up all derivatives
 * without factors. */
#define VECTORS_OF(NAME, N)                                                    \
  static void linear_sum_##NAME(double a, N_Vector x, double b, N_Vector y,    \
                                N_Vector z)                                    \
  {                                                                            \
    if (a == 1 && b == 1)                                                      \
      kernel_add(N, NV_DATA_S(x), NV_DATA_S(y), NV_DATA_S(z));                 \
    else                                                                       \
      scaled_sum_short(a, x, b, y, z);                                         \
  }                                                                            \
  static int scale_add_multi_##NAME(int n_vectors, double *a, N_Vector x,      \
                                    N_Vector *y, N_Vector *z)                  \
  {                                                                            \
    return scale_add_multi_of(N, n_vectors, a, x, y, z);                       \
  }                                                                            \
  static void scale_##NAME(double c, N_Vector x, N_Vector z)                   \
  {                                                                            \
    scale_vector_of(N, c, x, z);                                               \
  }

VECTORS_OF(short, NV_LENGTH_S(x))
VECTORS_OF(one, 1)
VECTORS_OF(two, 2)
VECTORS_OF(three, 3)
VECTORS_OF(four, 4)
VECTORS_OF(five, 5)
VECTORS_OF(six, 6)
VECTORS_OF(seven, 7)
VECTORS_OF(eight, 8)
#undef VECTORS_OF

typedef struct VectorCalls {
  void (*linear_sum)(double a, N_Vector x, double b, N_Vector y, N_Vector z);
  int (*scale_add_multi)(int n_vectors, double *a, N_Vector x, N_Vector *y,
                         N_Vector *z);
  void (*scale)(double c, N_Vector x, N_Vector z);
} VectorCalls;

/* By length; the first ones are for any. */
#define CALLS_OF(NAME)                                                         \
  {                                                                            \
    linear_sum_##NAME, scale_add_multi_##NAME, scale_##NAME                    \
  }
static const VectorCalls vector_calls[] = {
    CALLS_OF(short), CALLS_OF(one),   CALLS_OF(two),
    CALLS_OF(three), CALLS_OF(four),  CALLS_OF(five),
    CALLS_OF(six),   CALLS_OF(seven), CALLS_OF(eight)};
#undef CALLS_OF

void vector_short_set(N_Vector v)
{
  Index n = NV_LENGTH_S(v);
  Index n_known = sizeof vector_calls / sizeof vector_calls[0];
  const VectorCalls *calls = &vector_calls[n < n_known ? n : 0];
  vector_operations_set(v);
  v->ops->nvlinearsum = calls->linear_sum;
  v->ops->nvscaleaddmulti = calls->scale_add_multi;
  v->ops->nvscale = calls->scale;
}
