/* block_dense.h: LU of a dense square matrix, stored column by column.
 *
 * Gaussian elimination with partial pivoting (Golub and Van Loan, Matrix
 * Computations, section 3.4); zeros are skipped, since blocks are sparse and
 * often nearly banded.
 */
#ifndef FOUCAULT_BLOCK_DENSE_H
#define FOUCAULT_BLOCK_DENSE_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

/* Has elimination left something of a column of this size to divide by? */
static inline bool block_dense_is_usable(double pivot, int n, double size)
{
  return fabs(pivot) > 4 * n * DBL_EPSILON * size;
}

/* Factors in place; pivot[k]: the row exchanged with row k. -1, or the column
 * that has no usable pivot: elimination has cancelled it to rounding level.
 * `size` is workspace of n numbers.
 * cost  n^3 / 3 at most */
int block_dense_factor(double *matrix, int n, int *pivot, double *size);

/* x := A^-1 x */
void block_dense_solve(const double *matrix, int n, const int *pivot,
                       double *x);

/* x := A'^-1 x, with the transposed matrix */
void block_dense_solve_transposed(const double *matrix, int n, const int *pivot,
                                  double *x);

/* Sign of the determinant: 1 or -1. */
int block_dense_sign(const double *matrix, int n, const int *pivot);

#endif
