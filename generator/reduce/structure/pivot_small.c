/* pivot_small.c: rows are scaled, then the columns are looked at. */
#include "reduce/structure/pivot_small.h"

#include <assert.h>
#include <math.h>

/* As SPARSE_PREFERRED of the runtime. */
static const double smallest_part = 1e-2;

void pivot_small_leave_out(const Pattern *pattern, const double *size,
                           Arena *scratch, bool *safe)
{
  assert(pattern->n_rows > 0 && size && safe);
  ArenaMark mark = arena_mark(scratch);
  double *of_row =
      arena_array(scratch, (size_t)pattern->n_rows, sizeof of_row[0]);
  double *of_column =
      arena_array(scratch, (size_t)pattern->n_columns, sizeof of_column[0]);
  for (int k = 0; k < pattern->n_entries; k++) {
    double *largest = &of_row[pattern->entry[k].row];
    *largest = fmax(*largest, size[k]);
  }
  for (int k = 0; k < pattern->n_entries; k++) {
    const JacobianEntry *e = &pattern->entry[k];
    if (of_row[e->row] > 0)
      of_column[e->column] =
          fmax(of_column[e->column], size[k] / of_row[e->row]);
  }
  for (int k = 0; k < pattern->n_entries; k++) {
    const JacobianEntry *e = &pattern->entry[k];
    bool is_small =
        size[k] < smallest_part * of_row[e->row] * of_column[e->column];
    if (is_small) safe[k] = false;
  }
  arena_release(mark);
}
