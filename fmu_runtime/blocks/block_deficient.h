/* block_deficient.h: the shortest solution of square linear equations of
 * which some follow from the others.
 *
 * Two brakes that hold one shaft: what each of them carries is open, but all
 * the rest is not. Of all solutions the one with the smallest sum of squares
 * is unique and follows the right-hand side without jumps.
 *
 * paper   Golub and Van Loan, Matrix Computations, sections 5.4.2 and 5.6:
 *         QR of the transposed matrix by Householder reflections, with
 *         pivoting, so that a column is an equation
 */
#ifndef FOUCAULT_BLOCK_DEFICIENT_H
#define FOUCAULT_BLOCK_DEFICIENT_H

/* Factors in place. Column i of `matrix` holds the coefficients of equation i,
 * which are about 1. order[k]: the equation in place k; those after the rank
 * that is returned follow from the others.
 * cost  n^3 */
int block_deficient_factor(double *matrix, int n, int *order);

/* The shortest x that solves the first `rank` equations, with right-hand sides
 * `right`, by the factors of the call above; the others are not looked at.
 * `right` and `x` are different arrays.
 * cost  n^2 */
void block_deficient_solve(const double *matrix, int n, int rank,
                           const int *order, const double *right, double *x);

/* The transpose of that map: weights of x, which are lost, become weights of the
 * right-hand sides. */
void block_deficient_solve_transposed(const double *matrix, int n, int rank,
                                      const int *order, double *x,
                                      double *right);

#endif
