/* pivot_order.h: in which order the unknowns of a block are eliminated.
 *
 * needs   the pattern of a matrix with at least as many columns as rows, and
 *         which of its entries are safe pivots: never zero, whatever the
 *         unknowns are
 * gives   the columns in an order that keeps the factors sparse, with the row
 *         of each pivot; places of safe pivots first, while there are any
 * cost    the work of eliminating a sparse matrix, without the numbers; cut
 *         off, and the rest left in its own order, where that gets too much
 * paper   Markowitz, Management Science 3(3), 1957; the search for pivots is
 *         limited as by Zlatev, BIT 20(2), 1980
 *
 * The pivots are a proposal: the runtime takes others where their numbers are
 * too small.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_PIVOT_ORDER_H
#define FOUCAULT_REDUCE_STRUCTURE_PIVOT_ORDER_H

#include "reduce/blocks/rotation_equations.h"
#include "reduce/system/reduced.h"

typedef struct Pattern {
  int n_rows, n_columns;
  const JacobianEntry *entry; /* row and column are looked at */
  int n_entries;
  const bool *safe;            /* [n_entries] */
  const RotationKind *turning; /* [n_entries] for tearing; NULL: none turns */
} Pattern;

typedef struct PivotOrder {
  int *column; /* [n_columns] in the order of elimination */
  int *row;    /* [n_columns] of each column: row of its pivot, -1 none; NULL:
                  whichever has the largest number */
  int n_fill;  /* entries of the factors, pivots not counted */
  int n_safe;  /* of the pivots */
} PivotOrder;

PivotOrder pivot_order(const Pattern *pattern, Arena *arena, Arena *scratch);

#endif
