/* table_room.c: see table_room.h. */
#include "results/table_room.h"

#include <stdint.h>

bool table_room_is_enough(Session *s, const RunTable *table, int n_columns)
{
  if ((int64_t)n_columns * table->n_rows <= s->limit[LIMIT_CELLS]) return true;
  Diagnostic *d = diagnostic_file_error(
      s, table->path, E609,
      "%d variables at %d points are more than %d numbers", n_columns,
      table->n_rows, s->limit[LIMIT_CELLS]);
  diagnostic_note(s, d, NO_SPAN, "--limit %s=N permits more",
                  limits_row(LIMIT_CELLS)->name);
  return false;
}
