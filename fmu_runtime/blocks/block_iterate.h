/* block_iterate.h: Newton's method with the exact Jacobian and a line search
 * on the scaled residual (Dennis and Schnabel, Numerical Methods for
 * Unconstrained Optimization and Nonlinear Equations, section 6.3).
 *
 * needs   unknowns in v->real, w->column; not a linear block
 * gives   a solution in v->real, where that is what the end says; else unknowns
 *         where the iteration ended
 * cost    at most 50 Jacobians and factors
 */
#ifndef FOUCAULT_BLOCK_ITERATE_H
#define FOUCAULT_BLOCK_ITERATE_H

#include "block_linear.h"
#include <stdbool.h>

typedef enum NewtonEnd {
  NEWTON_SOLVED,
  NEWTON_ROUNDED, /* solved, as well as rounding of the residuals allows */
  NEWTON_NOT_FINITE,
  NEWTON_SINGULAR,
  NEWTON_TOO_LARGE,
  NEWTON_STUCK,
  NEWTON_SLOW
} NewtonEnd;

/* How the iteration goes about it. */
typedef struct NewtonWay {
  bool bounded;   /* steps end at minimum and maximum */
  bool torn;      /* only torn unknowns take the step, the others follow */
  bool kept;      /* with the factors of before, as far as they lead */
  bool quick;     /* gives up where it does not contract */
  double longest; /* the first step, in units of the unknowns; each one may be
                     twice as long as the one before; 0: no limit */
} NewtonWay;

/* How it went. */
typedef struct NewtonCourse {
  int column;     /* that has no pivot */
  int sign;       /* of the determinant where it ended; 0: not known */
  bool contracts; /* each correction was taken as a whole and was no more than
                     half of the one before: no other solution is as near
                     (Kantorovich) */
  double size;    /* binary logarithm of it, where it was asked for */
  double rate;    /* the largest correction in parts of the one before it; 0:
                     there were no two */
  double first, second; /* corrections; 0: there was none */
  bool floats; /* equations are met, and there was a correction nevertheless */
  double longest; /* of the steps that were asked for */
} NewtonCourse;

NewtonEnd block_iterate(ModelValues *v, const Block *block, BlockWork *w,
                        NewtonWay way, NewtonCourse *course);

static inline bool block_iterate_is_solved(NewtonEnd end)
{
  return end == NEWTON_SOLVED || end == NEWTON_ROUNDED;
}

/* Are the equations met as well as terms of the size of the nominal values
 * can be judged? Unknowns that hardly count (a node between diodes that block)
 * may still be far from their solution. */
bool block_iterate_is_rounding(const Block *block, const BlockWork *w,
                               const double *residual);

#endif
