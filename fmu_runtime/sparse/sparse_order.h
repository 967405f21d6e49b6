/* sparse_order.h: in which order a sparse square matrix is eliminated.
 *
 * Rows and columns get places such that the matrix is block upper triangular
 * there, with as many blocks as its structure allows (Duff & Reid, ACM Trans.
 * Math. Softw. 4(2), 1978), and has no empty entry on its diagonal. Inside of
 * each block AMD or COLAMD (Amestoy, Davis, Duff, Gilbert, Larimore, Ng) keeps
 * the factors small.
 *
 * needs      the structure by columns, no entry twice
 * gives      places; one block if no such diagonal exists
 * cost       near-linear but for the search of the diagonal, which has the
 *            product of rows and entries as its bound and starts with the
 *            entries that are on it already
 */
#ifndef FOUCAULT_SPARSE_ORDER_H
#define FOUCAULT_SPARSE_ORDER_H

#include <stdbool.h>

/* By columns: the rows of column j are row[start[j]] ... */
typedef struct SparseStructure {
  int n;
  const int *start; /* [n + 1] */
  const int *row;   /* [start[n]] */
} SparseStructure;

typedef enum SparseOrdering {
  ORDERED_BY_BOTH,   /* AMD: rows like columns */
  ORDERED_BY_COLUMNS /* COLAMD */
} SparseOrdering;

/* Its arrays are memory of solvers (solver_memory.h). */
typedef struct SparseOrder {
  int n, n_blocks;
  int *row;    /* [n] the row of the matrix at each place */
  int *column; /* [n] the column at each place */
  int *block;  /* [n + 1] the first place of each block, and n */
} SparseOrder;

bool sparse_order_create(SparseOrder *order, int n); /* false: memory */
/* False: memory is short. */
bool sparse_order_find(SparseOrder *order, const SparseStructure *matrix,
                       SparseOrdering how);

#endif
