/* elimination.h: independent columns of a sparse matrix, found by pivoting.
 *
 * needs   entries of different places; rows of any scale
 * gives   the rank, and as many columns that are independent: pivots are taken
 *         one by one, each an entry that is within a factor of ten of the
 *         largest of its row (so no other column would have been much better)
 *         and of its column (so no row grows much). Among these the decision
 *         is: preference of the column, little fill, larger pivot, later tie
 * cost    near linear in entries and fill; a dense m x n matrix m^2 n
 * paper   Markowitz, Management Science 3(3), 1957
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_ELIMINATION_H
#define FOUCAULT_REDUCE_STRUCTURE_ELIMINATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct SparseEntry {
  int row, column;
  double value;  /* finite */
  bool is_exact; /* its digits are right, however small it is: equilibrate.h */
} SparseEntry;

typedef struct SparseMatrix {
  int n_rows, n_columns;
  SparseEntry *entry;
  int n_entries;
  const int *preference; /* [n_columns] lower: chosen earlier, below 2^20; NULL:
                            all same */
  const int *tie;        /* [n_columns] NULL: the column itself */
  int64_t work; /* set by the elimination: how many entries were looked at */
} SparseMatrix;

/* Chooses up to n_rows columns, in the order in which they were taken;
 * returns how many. A row whose entries are all below `tolerance` times its
 * largest one as given is dependent on others. Where `chosen` is NULL, only the
 * rank is asked for: preferences, larger pivots and ties decide nothing. */
int elimination_choose(SparseMatrix *a, double tolerance, Arena *scratch,
                       int *chosen);

/* Marks the rows that depend on each other: those with a factor in some sum
 * of rows that vanishes. Returns how many such sums there are, n_rows less
 * the rank. */
int elimination_dependent(SparseMatrix *a, double tolerance, Arena *scratch,
                          bool *takes_part);

#endif
