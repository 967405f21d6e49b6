/* sweep_report.c: see sweep_report.h. */
#define _POSIX_C_SOURCE 200809L
#include "commands/studies/sweep_report.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "base/text/json_text.h"
#include "base/text/progress_text.h"
#include "report/report.h"

#define SHOWN_EVERY 0.5

/* --- progress --- */

SweepProgress sweep_progress_begin(const Session *s, int64_t n_runs)
{
  double now = clock_now();
  assert(n_runs > 0);
  return (SweepProgress){.is_wanted = !s->quiet && !s->verbose &&
                                      isatty(fileno(s->messages)),
                         .out = s->messages,
                         .n_runs = n_runs,
                         .began = now,
                         .last_update = now};
}

void sweep_progress_show(void *context, int64_t n_done, int64_t n_failed)
{
  SweepProgress *p = context;
  if (!p->is_wanted) return;
  double now = clock_now();
  if (now - p->last_update < SHOWN_EVERY) return;
  p->last_update = now;
  double share = (double)n_done / (double)p->n_runs;
  double rate = (double)n_done / (now - p->began);
  fputs("\r\033[K", p->out);
  progress_text_bar(p->out, share);
  fprintf(p->out, " %3.0f %%  %lld of %lld runs  %.3g runs/s", 100 * share,
          (long long)n_done, (long long)p->n_runs, rate);
  if (n_failed > 0) fprintf(p->out, "  %lld failed", (long long)n_failed);
  if (n_done > 0)
    progress_text_left(p->out, (double)(p->n_runs - n_done) / rate);
  fputc('\r', p->out);
  fflush(p->out);
  p->is_shown = true;
}

void sweep_progress_end(SweepProgress *p)
{
  if (p->is_shown) fputs("\r\033[K", p->out);
  p->is_shown = false;
}

/* --- the spread of the columns --- */

/* Welford's method: no digits are lost where values are alike. */
static void spread_add(SweepSpread *spread, double value)
{
  if (!isfinite(value)) return;
  double before = spread->mean;
  spread->n++;
  spread->mean += (value - before) / (double)spread->n;
  spread->deviation += (value - before) * (value - spread->mean);
  if (spread->n == 1 || value < spread->least) spread->least = value;
  if (spread->n == 1 || value > spread->most) spread->most = value;
}

static void count_run(SweepReport *report, int64_t run, const RunRecord *r,
                      Session *s)
{
  assert(r->state != RUN_MISSING);
  report->n_there++;
  if (r->state != RUN_FAILED) return;
  report->n_failed++;
  if (report->first_failed >= 0) return;
  report->first_failed = run;
  report->first_reason = arena_printf(s->session_arena, "%s", r->reason);
}

static void name_spreads(Session *s, SweepReport *report)
{
  const SweepTable *t = report->table;
  int n = t->plan->n_factors, m = t->measures->n;
  report->n_spreads = n + m;
  report->spread =
      arena_array(s->session_arena, (size_t)(n + m), sizeof(SweepSpread));
  for (int i = 0; i < n; i++) report->spread[i].name = t->plan->factor[i].column;
  for (int i = 0; i < m; i++) {
    report->spread[n + i].name = t->measures->item[i].name;
  }
}

void sweep_report_count(Session *s, SweepReport *report)
{
  const SweepTable *t = report->table;
  int n = t->plan->n_factors;
  assert(t->journal->n_runs == t->plan->n_runs);
  name_spreads(s, report);
  report->first_failed = -1;
  double *factor = arena_array(s->session_arena, (size_t)n, sizeof factor[0]);
  double *value = arena_array(s->session_arena, (size_t)t->journal->n_values,
                              sizeof value[0]);
  for (int64_t run = 0; run < t->plan->n_runs; run++) {
    RunRecord r = journal_read(t->journal, run, value);
    if (r.state == RUN_MISSING) continue;
    count_run(report, t->plan->first + run, &r, s);
    if (r.state == RUN_FAILED) continue;
    sweep_plan_values(t->plan, run, factor);
    for (int i = 0; i < n; i++) spread_add(&report->spread[i], factor[i]);
    for (int i = 0; i < t->measures->n; i++) {
      spread_add(&report->spread[n + i], value[i]);
    }
  }
  for (int i = 0; i < report->n_spreads; i++) {
    SweepSpread *spread = &report->spread[i];
    double square = spread->deviation / (double)(spread->n - 1);
    spread->deviation = spread->n > 1 ? sqrt(square) : 0;
  }
}

/* --- text and JSON --- */

static void put_spread(Session *s, const SweepSpread *spread, FILE *out)
{
  const char *name = report_clean(s, spread->name);
  if (spread->n == 0) {
    fprintf(out, "  %-20s no numbers\n", name);
    return;
  }
  fprintf(out, "  %-20s %12.6g %12.6g %12.6g %12.6g\n", name, spread->mean,
          spread->deviation, spread->least, spread->most);
}

void sweep_report_text(Session *s, const SweepReport *report, FILE *out)
{
  const SweepResult *r = report->result;
  fprintf(out, "%s: %lld of %lld runs", report_clean(s, report->model),
          (long long)report->n_there, (long long)report->table->plan->n_runs);
  if (report->n_failed > 0)
    fprintf(out, ", %lld failed", (long long)report->n_failed);
  if (r->n_done > 0) {
    fprintf(out, "; %.3g s, %.4g runs a second, %d at once", r->seconds,
            (double)r->n_done / r->seconds, report->n_workers);
  }
  fputc('\n', out);
  fprintf(out, "  %-20s %12s %12s %12s %12s\n", "", "mean", "deviation",
          "least", "most");
  for (int i = 0; i < report->n_spreads; i++)
    put_spread(s, &report->spread[i], out);
  if (report->first_failed >= 0) {
    fprintf(out, "the first that failed is run %lld: %s\n",
            (long long)report->first_failed,
            report_clean(s, report->first_reason));
  }
  if (report->is_written) fprintf(out, "results in %s\n", report->output);
}

static void json_spread(JsonWriter *w, const SweepSpread *spread)
{
  json_key(w, spread->name);
  json_object_begin(w);
  json_key(w, "values");
  json_int(w, spread->n);
  double number[] = {spread->mean, spread->deviation, spread->least,
                     spread->most};
  static const char *const key[] = {"mean", "deviation", "least", "most"};
  for (int i = 0; i < 4; i++) {
    json_key(w, key[i]);
    json_double(w, spread->n > 0 ? number[i] : NAN);
  }
  json_object_end(w);
}

static void json_count(JsonWriter *w, const char *key, int64_t n)
{
  json_key(w, key);
  json_int(w, n);
}

void sweep_report_json(Session *s, const SweepReport *report)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, report->model);
  if (report->table) {
    json_count(&w, "runs", report->table->plan->n_runs);
    json_count(&w, "total", report->table->plan->n_total);
    json_count(&w, "done", report->n_there);
    json_count(&w, "failed", report->n_failed);
    json_count(&w, "jobs", report->n_workers);
    json_key(&w, "wall_s");
    json_double(&w, report->result->seconds);
    json_key(&w, "runs_per_second");
    json_double(&w, (double)report->result->n_done / report->result->seconds);
    json_key(&w, "output");
    json_string(&w, report->is_written ? report->output : NULL);
    json_key(&w, "columns");
    json_object_begin(&w);
    for (int i = 0; i < report->n_spreads; i++) {
      json_spread(&w, &report->spread[i]);
    }
    json_object_end(&w);
    json_key(&w, "first_failure");
    json_string(&w, report->first_reason);
  }
  report_diagnostics(&w, s);
  json_object_end(&w);
  json_end(&w);
}
