/* vector_short.h: arithmetic of short serial vectors, and its loops.
 *
 * In a model of a few states an integrator spends its time in the calls inside
 * of the serial operations, not on the numbers. Here an operation is one loop,
 * four numbers at a time; what is not done in every step is that of
 * vector_operations.h, which has the same loops.
 *
 * All four numbers of a group are read before one is written, so that a compiler
 * may use the machine's vectors although the result may be one of the operands.
 * Each number has the roundings of its formula and no others, whatever the
 * machine has.
 */
#ifndef FOUCAULT_VECTOR_SHORT_H
#define FOUCAULT_VECTOR_SHORT_H

#include <sundials/sundials_nvector.h>

/* Replaces entries of the table of a vector made by N_VNewEmpty_Serial(). */
void vector_short_set(N_Vector v);

typedef sunindextype Index;

/* z[i] = EXPRESSION(i) for i in [0, n). */
#define VECTOR_LOOP(n, z, EXPRESSION)                                          \
  do {                                                                         \
    Index i_ = 0;                                                              \
    for (; i_ + 3 < (n); i_ += 4) {                                            \
      double p_ = EXPRESSION(i_), q_ = EXPRESSION(i_ + 1);                     \
      double r_ = EXPRESSION(i_ + 2), s_ = EXPRESSION(i_ + 3);                 \
      (z)[i_] = p_;                                                            \
      (z)[i_ + 1] = q_;                                                        \
      (z)[i_ + 2] = r_;                                                        \
      (z)[i_ + 3] = s_;                                                        \
    }                                                                          \
    for (; i_ < (n); i_++) (z)[i_] = EXPRESSION(i_);                           \
  } while (0)

/* z = x + y */
static inline void kernel_add(Index n, const double *x, const double *y,
                              double *z)
{
#define SUM(i) x[i] + y[i]
  VECTOR_LOOP(n, z, SUM);
#undef SUM
}

/* z = a x + y */
static inline void kernel_add_scaled(Index n, double a, const double *x,
                                     const double *y, double *z)
{
#define SUM(i) a *x[i] + y[i]
  VECTOR_LOOP(n, z, SUM);
#undef SUM
}

/* z = (z + a x) + b y */
static inline void kernel_add_two(Index n, double a, const double *x, double b,
                                  const double *y, double *z)
{
#define SUM(i) (z[i] + a * x[i]) + b *y[i]
  VECTOR_LOOP(n, z, SUM);
#undef SUM
}

/* z = a x + b y */
static inline void kernel_combine(Index n, double a, const double *x, double b,
                                  const double *y, double *z)
{
#define SUM(i) a *x[i] + b *y[i]
  VECTOR_LOOP(n, z, SUM);
#undef SUM
}

/* z = c x */
static inline void kernel_scale(Index n, double c, const double *x, double *z)
{
#define PRODUCT(i) c *x[i]
  VECTOR_LOOP(n, z, PRODUCT);
#undef PRODUCT
}

#endif
