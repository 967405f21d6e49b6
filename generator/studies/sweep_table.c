/* sweep_table.c: the table as CSV. */
#define _POSIX_C_SOURCE 200809L
#include "studies/sweep_table.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/temporary.h"
#include "base/text/csv_text.h"
#include "base/text/decimal_text.h"

bool sweep_table_repeats(const SweepTable *t, const char *name)
{
  for (int i = 0; i < t->plan->n_factors; i++) {
    if (strcmp(t->plan->factor[i].column, name) == 0) return true;
  }
  return false;
}

/* --- columns --- */

static int all_columns(const SweepTable *t)
{
  return t->n_points > 0 ? t->measures->n_variables : t->measures->n;
}

static const char *any_column(const SweepTable *t, int i)
{
  assert(t->n_points > 0 || !t->measures->has_curves);
  return t->n_points > 0
             ? t->description->variable[t->measures->variable[i]].name
             : t->measures->item[i].name;
}

static bool factor_keeps_its_value(const FmuVariable *v)
{
  return v->causality == FMU_PARAMETER || v->causality == FMU_INPUT ||
         v->causality == FMU_STRUCTURAL_PARAMETER;
}

void sweep_table_name_factors(Session *s, const SweepTable *t)
{
  for (int i = 0; i < t->plan->n_factors; i++) {
    Factor *factor = &t->plan->factor[i];
    bool is_kept = false;
    for (int k = 0; !is_kept && k < all_columns(t); k++)
      is_kept = strcmp(any_column(t, k), factor->name) == 0;
    bool is_start =
        is_kept && !factor_keeps_its_value(&t->description->variable[factor->variable]);
    factor->column =
        is_start ? arena_printf(s->session_arena, "%s.start", factor->name)
                 : factor->name;
  }
}

int sweep_table_columns(const SweepTable *t)
{
  int n = 0;
  for (int i = 0; i < all_columns(t); i++)
    n += !sweep_table_repeats(t, any_column(t, i));
  return n;
}

const char *sweep_table_column(const SweepTable *t, int i)
{
  int at = 0;
  while (sweep_table_repeats(t, any_column(t, at)) || i-- > 0) at++;
  assert(at < all_columns(t));
  return any_column(t, at);
}

/* --- rows --- */

typedef struct TableWalk {
  const SweepTable *t;
  SweepRowTake take;
  void *context;
  double *factor, *value; /* of a run */
  double *cell;           /* of a row */
  int *column;            /* that are written, of all */
  int n_columns;
} TableWalk;

/* The last point is the stop time, as fmu_run() has it, or where the run has
 * ended. */
static double time_of(const SweepTable *t, const RunRecord *r, int64_t k)
{
  double time = t->run->start + (double)k * t->run->step;
  if (k == t->n_points - 1) time = t->run->stop;
  return time < r->end ? time : r->end;
}

static bool walk_run(const TableWalk *w, int64_t run, const RunRecord *r)
{
  const SweepTable *t = w->t;
  SweepRow row = {.run = t->plan->first + run,
                  .factor = w->factor,
                  .value = w->cell,
                  .reason = ""};
  assert(r->n_points <= t->n_points);
  for (int64_t k = 0; k < r->n_points; k++) {
    row.time = time_of(t, r, k);
    for (int i = 0; i < w->n_columns; i++)
      w->cell[i] = w->value[w->column[i] * t->n_points + k];
    if (!w->take(w->context, &row)) return false;
  }
  if (t->n_points > 0 && r->state == RUN_GOOD) return true;
  row.time = r->end;
  row.reason = r->reason;
  for (int i = 0; i < w->n_columns; i++)
    w->cell[i] = t->n_points > 0 ? NAN : w->value[w->column[i]];
  return w->take(w->context, &row);
}

void sweep_table_walk(Session *s, const SweepTable *t, SweepRowTake take,
                      void *context)
{
  Arena *scratch = session_scratch(s);
  ArenaMark mark = arena_mark(scratch);
  size_t n = (size_t)all_columns(t);
  TableWalk w = {.t = t,
                 .take = take,
                 .context = context,
                 .factor = arena_array(scratch, (size_t)t->plan->n_factors,
                                       sizeof(double)),
                 .value = arena_array(scratch, (size_t)t->journal->n_values,
                                      sizeof(double)),
                 .cell = arena_array(scratch, n, sizeof(double)),
                 .column = arena_array(scratch, n, sizeof(int))};
  for (int i = 0; i < all_columns(t); i++) {
    if (!sweep_table_repeats(t, any_column(t, i))) w.column[w.n_columns++] = i;
  }
  bool goes_on = true;
  for (int64_t run = 0; run < t->plan->n_runs && goes_on; run++) {
    RunRecord r = journal_read(t->journal, run, w.value);
    if (r.state == RUN_MISSING) continue;
    sweep_plan_values(t->plan, run, w.factor);
    goes_on = walk_run(&w, run, &r);
  }
  arena_release(mark);
}

/* --- files --- */

bool sweep_table_publish(Session *s, const SweepTable *t, const char *path,
                         SweepTableWrite write)
{
  const char *partial = temporary_beside(s, path);
  if (!partial) return false;
  FILE *out = fopen(partial, "wb");
  bool good = out && write(s, t, out);
  int error = errno;
  if (out && fclose(out) != 0) good = false;
  if (good) return temporary_publish(s, partial, path);
  diagnostic_file_error(s, path, E501, "the results cannot be written: %s",
                        strerror(error));
  return false;
}

/* --- CSV --- */

/* No number at all where it is not known. */
static void table_put_number(FILE *out, double value)
{
  char text[DECIMAL_TEXT_SIZE];
  int length;
  fputc(',', out);
  if (isnan(value)) return;
  decimal_text(value, text, &length);
  fwrite(text, 1, (size_t)length, out);
}

static void put_names(FILE *out, const SweepTable *t)
{
  fputs("run", out);
  for (int i = 0; i < t->plan->n_factors; i++) {
    fputc(',', out);
    csv_text_put(out, t->plan->factor[i].column);
  }
  fputs(",time", out);
  for (int i = 0; i < all_columns(t); i++) {
    if (sweep_table_repeats(t, any_column(t, i))) continue;
    fputc(',', out);
    csv_text_put(out, any_column(t, i));
  }
  fputs(",error\n", out);
}

typedef struct CsvTable {
  FILE *out;
  int n_factors, n_columns;
} CsvTable;

static bool put_csv_row(void *context, const SweepRow *row)
{
  const CsvTable *c = context;
  fprintf(c->out, "%lld", (long long)row->run);
  for (int i = 0; i < c->n_factors; i++)
    table_put_number(c->out, row->factor[i]);
  table_put_number(c->out, row->time);
  for (int i = 0; i < c->n_columns; i++)
    table_put_number(c->out, row->value[i]);
  fputc(',', c->out);
  csv_text_put(c->out, row->reason);
  fputc('\n', c->out);
  return !ferror(c->out);
}

static bool put_csv(Session *s, const SweepTable *t, FILE *out)
{
  CsvTable c = {out, t->plan->n_factors, sweep_table_columns(t)};
  put_names(out, t);
  sweep_table_walk(s, t, put_csv_row, &c);
  return fflush(out) == 0 && !ferror(out);
}

bool sweep_table_write_csv(Session *s, const SweepTable *t, const char *path)
{
  if (strcmp(path, "-") == 0) return put_csv(s, t, stdout);
  return sweep_table_publish(s, t, path, put_csv);
}
