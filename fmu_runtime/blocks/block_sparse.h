/* block_sparse.h: LU of a sparse square matrix, column by column.
 *
 * Left-looking elimination in which the pattern of each column is found by a
 * search through the columns before it (Gilbert and Peierls, SIAM J. Sci.
 * Stat. Comput. 9(5), 1988). The order of the columns is given; of the rows
 * the one that the caller prefers is the pivot unless it is small against
 * another one, and the shortest of the large ones then: a good order keeps its
 * few nonzeros, a bad one its accuracy, and a sum of everything is no pivot
 * while there is another one. Where only the numbers have changed the factors are computed again
 * with the same pivots.
 *
 * All memory is the caller's and holds no addresses, so that it may be copied
 * with the instance.
 */
#ifndef FOUCAULT_BLOCK_SPARSE_H
#define FOUCAULT_BLOCK_SPARSE_H

/* n columns of a table that may have more: entries start[c] .. start[c+1]-1
 * belong to column c. Column number k, in the order of elimination, is column
 * column[k] of the table and stands for unknown[k]; its pivot is preferred in
 * row preferred[column[k]] (-1, or no list: none). */
typedef struct SparseMatrix {
  int n;
  const int *start, *row;
  const double *value; /* all finite */
  const int *column;   /* [n] */
  const int *unknown;  /* [n] a permutation of 0 .. n-1 */
  const int *preferred;
} SparseMatrix;

/* Factors of a matrix of n columns. Of each column k first its part of L
 * without the diagonal of ones (index: rows of the matrix), then its part of U
 * above the pivot (index: numbers of pivots, in an order in which they can be
 * eliminated). */
typedef struct SparseLu {
  int capacity;  /* entries of L and U together */
  int *start;    /* [2n+1]: L of k at start[2k], U at start[2k+1] */
  int *index;    /* [capacity] */
  double *value; /* [capacity] */
  double *pivot; /* [n] */
  int *row;      /* [n] row of each pivot */
  int *position; /* [n] number of the pivot in each row */
} SparseLu;

/* Workspace: x is zero between calls. */
typedef struct SparseWork {
  double *x;                      /* [n] */
  int *mark, *stack, *at, *reach; /* [n] */
  int *length;                    /* [n] entries of each row of the matrix */
} SparseWork;

enum { SPARSE_DONE = -1, SPARSE_FULL = -2 };

/* SPARSE_DONE; SPARSE_FULL: more than lu->capacity entries; otherwise the
 * number of the column that has no usable pivot. */
int block_sparse_factor(const SparseMatrix *a, SparseLu *lu,
                        const SparseWork *w);

/* The same pivots for other numbers in the same pattern. 0: one of them has
 * become too small, factor again. */
int block_sparse_refactor(const SparseMatrix *a, SparseLu *lu,
                          const SparseWork *w);

/* Solves A x = b. `b` by rows is destroyed, `x` is by unknowns; they must not
 * be the same array. */
void block_sparse_solve(const SparseMatrix *a, const SparseLu *lu, double *b,
                        double *x);

/* Solves A' x = b with the transposed matrix: `b` by unknowns, `x` by rows; they
 * must not be the same array. */
void block_sparse_solve_transposed(const SparseMatrix *a, const SparseLu *lu,
                                   const double *b, double *x);

/* Sign of the determinant, 1 or -1. */
int block_sparse_sign(const SparseMatrix *a, const SparseLu *lu,
                      const SparseWork *w);

#endif
