/* column_order.h: in which order the columns of a matrix are eliminated when
 * any row may have the pivot.
 *
 * needs   the pattern of a matrix with at least as many columns as rows
 * gives   an order of the columns that keeps the factors sparse whichever
 *         rows the pivots are in, and of any choice of as many columns as
 *         there are rows
 * cost    near-linear where the factors are sparse; cut off, and the rest left
 *         in its own order, where that gets too much
 * paper   George & Ng, SIAM J. Sci. Stat. Comput. 8(6), 1987; scores as by
 *         Davis, Gilbert, Larimore & Ng, ACM Trans. Math. Softw. 30(3), 2004
 *
 * A pivot leaves its row in all rows of its column. So these rows are one from
 * then on, with the columns of all, whichever of them had the pivot. The next
 * column is the one whose row would be the shortest, by the sum of the rows
 * that it has. A column in a single row takes that with it, though it may stand
 * for several: most of its columns are in one of these alone. Where columns may
 * be left out, no row goes.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_COLUMN_ORDER_H
#define FOUCAULT_REDUCE_STRUCTURE_COLUMN_ORDER_H

#include "reduce/structure/pivot_order.h"

/* Without proposed rows (NULL); n_fill is the entries that the rows of all
 * pivots may have, twice. `safe` is not looked at. */
PivotOrder column_order(const Pattern *pattern, Arena *arena, Arena *scratch);

/* Entries of the factors of a square matrix, pivots not counted, where the
 * pivot of each column is in its shortest row, as the runtime takes it if the
 * numbers are alike; `most` where they are that many or more. */
int column_order_fill(const Pattern *pattern, const int *column, int most,
                      Arena *scratch);

#endif
