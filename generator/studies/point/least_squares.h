/* least_squares.h: the shortest x for which A x comes nearest to b, and the
 * directions in which x may change without any effect.
 *
 * A is brought to an upper triangle by reflections with the largest column
 * first (Businger and Golub); columns that are then left with nothing but
 * rounding depend on the others.
 *
 * needs   rows and columns of like size: the caller scales them
 * gives   the rank; solutions for any b; a basis of the null space whose
 *         vectors each have one of the dependent columns
 * cost    2 m n^2 operations
 * paper   Golub and Van Loan, Matrix Computations, section 5.5
 */
#ifndef FOUCAULT_STUDIES_POINT_LEAST_SQUARES_H
#define FOUCAULT_STUDIES_POINT_LEAST_SQUARES_H

#include "base/arena.h"

typedef struct LeastSquares {
  int n_rows, n_columns, rank;
  double *r;    /* row by row: the triangle, the reflections below it */
  double *beta; /* of the reflections: 2/(v'v) */
  double *head; /* the first component of each */
  int *order;   /* the column of A that is at each place */
  double *null; /* [n_columns - rank] vectors of n_columns numbers each, of
                   length 1 and at right angles */
  double *work;
} LeastSquares;

/* a: row by row, and lost. Columns are dependent where less than `share` of
 * the largest is left. Everything is in the arena. */
LeastSquares least_squares_make(Arena *arena, double *a, int n_rows,
                                int n_columns, double share);
/* b is lost. */
void least_squares_solve(const LeastSquares *q, double *b, double *x);

#endif
