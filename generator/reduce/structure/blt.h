/* blt.h: order matched rows into blocks that can be solved one by one.
 *
 * needs   a perfect matching
 * gives   the strong components of the graph "row needs the column of another
 *         row", those that are needed first
 * cost    linear; no recursion
 * paper   Tarjan, SIAM J. Comput. 1(2), 1972
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_BLT_H
#define FOUCAULT_REDUCE_STRUCTURE_BLT_H

#include "reduce/structure/matching.h"

typedef struct Blt {
  int n_blocks;
  int *start; /* [n_blocks + 1] */
  int *row;   /* rows block by block, rising inside a block */
} Blt;

/* Excluded or unmatched columns are known values. Result in `arena`. */
Blt blt_order(const Matching *m, Arena *arena);
/* The same blocks; of those that could stand in any order what is wished for
 * comes first: wished[row], columns that the row would like to be known. */
Blt blt_order_wished(const Matching *m, const IntList *wished, Arena *arena);

#endif
