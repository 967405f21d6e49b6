/* sweep_parquet.c: see sweep_parquet.h. */
#include "studies/sweep_parquet.h"

#include <assert.h>

#include "studies/table/parquet_file.h"

typedef struct ParquetTable {
  ParquetFile *file;
  FILE *out;
  int n_factors, n_columns;
} ParquetTable;

static bool put_parquet_row(void *context, const SweepRow *row)
{
  const ParquetTable *p = context;
  parquet_put_int(p->file, row->run);
  for (int i = 0; i < p->n_factors; i++)
    parquet_put_double(p->file, row->factor[i]);
  parquet_put_double(p->file, row->time);
  for (int i = 0; i < p->n_columns; i++)
    parquet_put_double(p->file, row->value[i]);
  parquet_put_text(p->file, row->reason);
  return !ferror(p->out);
}

/* run, the factors, time, the values, error. */
static ParquetColumn *parquet_list_columns(Session *s, const SweepTable *t,
                                           int *n)
{
  int n_factors = t->plan->n_factors, n_values = sweep_table_columns(t);
  ParquetColumn *c = arena_array(
      s->session_arena, (size_t)(n_factors + n_values + 3), sizeof c[0]);
  *n = 0;
  c[(*n)++] = (ParquetColumn){"run", PARQUET_INT64, false};
  for (int i = 0; i < n_factors; i++) {
    c[(*n)++] =
        (ParquetColumn){t->plan->factor[i].column, PARQUET_DOUBLE, false};
  }
  c[(*n)++] = (ParquetColumn){"time", PARQUET_DOUBLE, false};
  for (int i = 0; i < n_values; i++) {
    c[(*n)++] = (ParquetColumn){sweep_table_column(t, i), PARQUET_DOUBLE, true};
  }
  c[(*n)++] = (ParquetColumn){"error", PARQUET_TEXT, true};
  return c;
}

static bool put_parquet(Session *s, const SweepTable *t, FILE *out)
{
  int n;
  const ParquetColumn *column = parquet_list_columns(s, t, &n);
  ParquetTable p = {.file = parquet_begin(s->session_arena, out, column, n),
                    .out = out,
                    .n_factors = t->plan->n_factors,
                    .n_columns = sweep_table_columns(t)};
  assert(n == p.n_factors + p.n_columns + 3);
  sweep_table_walk(s, t, put_parquet_row, &p);
  return parquet_end(p.file);
}

bool sweep_parquet_write(Session *s, const SweepTable *t, const char *path)
{
  return sweep_table_publish(s, t, path, put_parquet);
}
