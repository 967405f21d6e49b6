/* hole_cells.h: what the items of a routine have in their holes (kernel.h),
 * item after item.
 *
 * An index takes one cell, a number two. Items of one kernel take equally many,
 * so that what stands in one hole of a repeated item is found at equal
 * distances.
 */
#ifndef FOUCAULT_EMIT_KERNEL_HOLE_CELLS_H
#define FOUCAULT_EMIT_KERNEL_HOLE_CELLS_H

#include "emit/kernel/kernel.h"

typedef struct HoleCells {
  Arena *arena;
  int32_t *cell;
  int n_cells, cap_cells;
} HoleCells;

/* How many cells the hole takes. */
int hole_cells_size(const Hole *hole);
/* After all others. */
void hole_cells_put(HoleCells *cells, const Hole *hole, int n_holes);
/* The number in two cells. */
double hole_cells_number(const int32_t *cell);

#endif
