/* hole_cells.c: numbers by their bytes. */
#include "emit/kernel/hole_cells.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

enum { NUMBER_CELLS = sizeof(double) / sizeof(int32_t) };

int hole_cells_size(const Hole *hole)
{
  return hole->is_number ? NUMBER_CELLS : 1;
}

void hole_cells_put(HoleCells *cells, const Hole *hole, int n_holes)
{
  int n = cells->n_cells;
  cells->cell = vector_grow(cells->arena, cells->cell, &cells->cap_cells,
                            n + NUMBER_CELLS * n_holes, sizeof cells->cell[0]);
  for (int k = 0; k < n_holes; k++) {
    if (hole[k].is_number)
      memcpy(&cells->cell[n], &hole[k].number, sizeof hole[k].number);
    else
      cells->cell[n] = hole[k].index;
    n += hole_cells_size(&hole[k]);
  }
  assert(n <= cells->cap_cells);
  cells->n_cells = n;
}

double hole_cells_number(const int32_t *cell)
{
  double number;
  memcpy(&number, cell, sizeof number);
  return number;
}
