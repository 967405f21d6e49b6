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
    if (strcmp(t->plan->factor[i].name, name) == 0) return true;
  }
  return false;
}

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

static const char *curve_name(const SweepTable *t, int i)
{
  return t->description->variable[t->measures->variable[i]].name;
}

static void put_names(FILE *out, const SweepTable *t)
{
  fputs("run", out);
  for (int i = 0; i < t->plan->n_factors; i++) {
    fputc(',', out);
    csv_text_put(out, t->plan->factor[i].name);
  }
  fputs(",time", out);
  int n = t->n_points > 0 ? t->measures->n_variables : t->measures->n;
  assert(t->n_points > 0 || !t->measures->has_curves);
  for (int i = 0; i < n; i++) {
    const char *name =
        t->n_points > 0 ? curve_name(t, i) : t->measures->item[i].name;
    if (sweep_table_repeats(t, name)) continue;
    fputc(',', out);
    csv_text_put(out, name);
  }
  fputs(",error\n", out);
}

static void table_put_begin(FILE *out, const SweepTable *t, int64_t run,
                            const double *factor)
{
  fprintf(out, "%lld", (long long)run);
  for (int i = 0; i < t->plan->n_factors; i++) {
    table_put_number(out, factor[i]);
  }
}

static void table_put_end(FILE *out, const char *reason)
{
  fputc(',', out);
  csv_text_put(out, reason);
  fputc('\n', out);
}

static void put_measures(FILE *out, const SweepTable *t, const double *value)
{
  for (int i = 0; i < t->measures->n; i++) {
    if (!sweep_table_repeats(t, t->measures->item[i].name))
      table_put_number(out, value[i]);
  }
}

/* Point k of the curves; -1: the row of a run that has failed. */
static void table_put_point(FILE *out, const SweepTable *t, int64_t k,
                            const double *value)
{
  for (int i = 0; i < t->measures->n_variables; i++) {
    if (sweep_table_repeats(t, curve_name(t, i))) continue;
    table_put_number(out, k < 0 ? NAN : value[i * t->n_points + k]);
  }
}

/* The last point is the stop time, as fmu_run() has it, or where the run has
 * ended. */
static double time_of(const SweepTable *t, const RunRecord *r, int64_t k)
{
  double time = t->run->start + (double)k * t->run->step;
  if (k == t->n_points - 1) time = t->run->stop;
  return time < r->end ? time : r->end;
}

static void put_run(FILE *out, const SweepTable *t, int64_t run,
                    const RunRecord *r, const double *factor,
                    const double *value)
{
  assert(r->n_points <= t->n_points);
  for (int64_t k = 0; k < r->n_points; k++) {
    table_put_begin(out, t, run, factor);
    table_put_number(out, time_of(t, r, k));
    table_put_point(out, t, k, value);
    table_put_end(out, "");
  }
  if (t->n_points > 0 && r->state == RUN_GOOD) return;
  table_put_begin(out, t, run, factor);
  table_put_number(out, r->end);
  if (t->n_points > 0)
    table_put_point(out, t, -1, value);
  else
    put_measures(out, t, value);
  table_put_end(out, r->reason);
}

static bool put_table(Session *s, FILE *out, const SweepTable *t)
{
  Arena *scratch = session_scratch(s);
  ArenaMark mark = arena_mark(scratch);
  double *factor =
      arena_array(scratch, (size_t)t->plan->n_factors, sizeof factor[0]);
  double *value =
      arena_array(scratch, (size_t)t->journal->n_values, sizeof value[0]);
  put_names(out, t);
  for (int64_t run = 0; run < t->plan->n_runs && !ferror(out); run++) {
    RunRecord r = journal_read(t->journal, run, value);
    if (r.state == RUN_MISSING) continue;
    sweep_plan_values(t->plan, run, factor);
    put_run(out, t, run, &r, factor, value);
  }
  arena_release(mark);
  return fflush(out) == 0 && !ferror(out);
}

bool sweep_table_write_csv(Session *s, const SweepTable *t, const char *path)
{
  if (strcmp(path, "-") == 0) return put_table(s, stdout, t);
  const char *partial = temporary_beside(s, path);
  if (!partial) return false;
  FILE *out = fopen(partial, "w");
  bool good = out && put_table(s, out, t);
  int error = errno;
  if (out && fclose(out) != 0) good = false;
  if (good) return temporary_publish(s, partial, path);
  diagnostic_file_error(s, path, E501, "the results cannot be written: %s",
                        strerror(error));
  return false;
}
