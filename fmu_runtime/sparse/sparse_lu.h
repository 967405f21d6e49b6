/* sparse_lu.h: a sparse matrix as a product of triangular factors, block by
 * block, column by column (Gilbert & Peierls, SIAM J. Sci. Stat. Comput. 9(5),
 * 1988).
 *
 * A diagonal entry is the pivot unless it is small beside the largest of its
 * column, rows being scaled by their largest entries. Other values in the same
 * structure are factored with the same pivots, without a search.
 *
 * All memory is memory of solvers (solver_memory.h). What is once there is used
 * again: factoring with the same pivots allocates nothing.
 */
#ifndef FOUCAULT_SPARSE_LU_H
#define FOUCAULT_SPARSE_LU_H

#include "../carry/carried.h"
#include "sparse_order.h"

/* Columns of entries. */
typedef struct SparseColumns {
  int *start; /* [n + 1] */
  int *row;   /* places */
  double *value;
  int room; /* entries that row and value have room for */
} SparseColumns;

typedef struct SparseLu {
  SparseOrder order;
  SparseColumns lower;  /* below the diagonal of blocks, divided by pivots */
  SparseColumns upper;  /* above the diagonal of blocks, each column in an
                         * order in which it can be computed */
  SparseColumns beside; /* above the blocks */
  double *pivot;        /* [n] */
  double *scale;        /* [n] of each place: 1 / largest of the row */
  int *place;           /* [n] of each row of the matrix */
  double *work;         /* [n] zero between calls */
  int *stack, *at, *mark, *pattern; /* [n] each, while pivots are searched */
} SparseLu;

typedef enum LuResult { LU_GOOD, LU_SINGULAR, LU_NO_MEMORY } LuResult;

bool sparse_lu_create(SparseLu *lu, int n); /* false: memory is short */
void sparse_lu_free(SparseLu *lu);          /* but not `lu` itself */

/* The structure is new, or its order is to be another one. LU_GOOD or
 * LU_NO_MEMORY. */
LuResult sparse_lu_analyze(SparseLu *lu, const SparseStructure *matrix,
                           SparseOrdering how);
/* After analyze(): searches pivots. */
LuResult sparse_lu_factor(SparseLu *lu, const SparseStructure *matrix,
                          const double *value);
/* After factor(), with the pivots of then; LU_SINGULAR: they do not suit these
 * values. */
LuResult sparse_lu_factor_again(SparseLu *lu, const SparseStructure *matrix,
                                const double *value);
/* After a good factor() or factor_again(); x may be b. */
void sparse_lu_solve(SparseLu *lu, const double *b, double *x);
/* Entries of the factors. */
double sparse_lu_fill(const SparseLu *lu);

/* The factors that another one of this matrix had. False: they are none, or
 * memory is short; then the structure has to be analyzed. */
bool sparse_lu_take(SparseLu *lu, const SparseStructure *matrix,
                    const Carried *from);

#endif
