/* block_linear.h: dense LU of one block's Jacobian, and the solution of a
 * block that is affine in its unknowns.
 *
 * Unknown j is column w->column[j] of the block, everywhere.
 * Unknowns are scaled by their nominal values and equations by their largest
 * coefficient, so that neither units nor the way an equation is written
 * decide about pivots.
 */
#ifndef FOUCAULT_BLOCK_LINEAR_H
#define FOUCAULT_BLOCK_LINEAR_H

#include "model.h"

/* Workspace of the largest block; all arrays lie in the instance's memory. */
typedef struct BlockWork {
  int size, n_nonzeros; /* room for blocks up to these */
  double *matrix;       /* [size * size], column by column; then its LU */
  double *entry;        /* [n_nonzeros] Jacobian as the model gives it */
  double *row_scale;    /* [size] 1 / largest scaled coefficient of a row */
  double *residual;     /* [size] */
  double *trial;        /* [size] residual within a line search */
  double *step;         /* [size] */
  double *base;         /* [size] unknowns where a line search begins */
  double *guess;        /* [size] unknowns as given */
  int *pivot;           /* [size] row exchanges of the LU */
  int *identity;        /* [size] 0, 1, 2, ... */
  const int *column;    /* column of the block for each unknown: identity, or
                           the chosen ones of a selection block */
} BlockWork;

typedef enum FactorResult {
  FACTOR_DONE,
  FACTOR_SINGULAR,  /* *column has no usable pivot */
  FACTOR_NOT_FINITE /* an entry is infinite or not a number */
} FactorResult;

/* Factors the matrix whose nonzeros are in w->entry. A pivot counts as zero
 * when elimination has cancelled its column to rounding level.
 * cost  n^3 / 3 at most */
FactorResult block_linear_factor(const Block *block, BlockWork *w, int *column);

/* x = -J^-1 right, with the factors of the call above, in the unknowns' own
 * units. `right` and `x` may be the same array. */
void block_linear_backsolve(const Block *block, const BlockWork *w,
                            const double *right, double *x);

/* 1 or -1, with the factors of block_linear_factor(). */
int block_linear_determinant_sign(const Block *block, const BlockWork *w);

/* Solves an affine block. The right-hand side is the residual at zero, so
 * that the solution does not depend on what was computed before.
 *
 * needs   block->linear; v->instance
 * gives   the solution in v->real, returns 0
 * fails   non-zero, unknowns as before, reason noted in the instance
 */
int block_linear_solve(ModelValues *v, const Block *block, BlockWork *w);

/* Copy the unknowns of the block out of and into v->real. */
void block_linear_save(const ModelValues *v, const Block *block,
                       const BlockWork *w, double *x);
void block_linear_restore(ModelValues *v, const Block *block,
                          const BlockWork *w, const double *x);

#endif
