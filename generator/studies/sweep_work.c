/* sweep_work.c: the runs of one worker. */
#define _POSIX_C_SOURCE 200809L
#include "studies/sweep_work.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <time.h>

/* A worker at its bench. */
typedef struct Bench {
  const SweepShop *shop;
  SweepSeat *seat;
  FILE *out;
  Session *s; /* its own: messages of a run end with it */
  FmuKept *kept;
  FmuSetting *set; /* those of all runs, then the factors */
  double *factor;
  double *value; /* of the record: measures, then curves */
  MeasureState state;
  RunRecord record;
  int64_t most_points;
} Bench;

int64_t sweep_nanoseconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* --- points --- */

/* Point k of the grid? Those at events are for the measures alone. */
static bool is_on_grid(const FmuRun *run, int64_t k, double time)
{
  double next = run->start + (double)k * run->step;
  return time >= (next < run->stop ? next : run->stop);
}

static void keep_curves(Bench *b, double time, const double *number)
{
  const Sweep *sweep = b->shop->sweep;
  const Measures *m = sweep->measures;
  int64_t k = b->record.n_points;
  if (!m->has_curves || k >= b->most_points) return;
  if (!is_on_grid(&sweep->run, k, time)) return;
  double *curve = b->value + m->n;
  for (int i = 0; i < m->n_variables; i++) {
    curve[i * b->most_points + k] = number[i];
  }
  b->record.n_points++;
}

static bool sweep_take_point(void *context, double time,
                             const FmuValues *values)
{
  Bench *b = context;
  measure_point(&b->state, time, values->number);
  keep_curves(b, time, values->number);
  return true;
}

static bool sweep_is_stopped(void *context)
{
  const Bench *b = context;
  return atomic_load(&b->shop->board->stop) != 0;
}

/* --- one run --- */

/* The first error of the session, cut where a letter ends. */
static void take_reason(const Session *s, char reason[REASON_SIZE])
{
  const char *text = "the run has failed";
  for (int i = 0; i < s->n_diagnostics; i++) {
    if (s->diagnostic[i]->severity != SEVERITY_ERROR) continue;
    text = s->diagnostic[i]->message;
    break;
  }
  size_t n = strlen(text);
  if (n > REASON_SIZE - 1) n = REASON_SIZE - 1;
  while (n > 0 && text[n] && ((unsigned char)text[n] & 0xc0) == 0x80) n--;
  memcpy(reason, text, n);
  memset(reason + n, 0, REASON_SIZE - n);
}

static void sweep_set_factors(Bench *b, int64_t run)
{
  const Sweep *sweep = b->shop->sweep;
  const SweepPlan *plan = sweep->plan;
  sweep_plan_values(plan, run, b->factor);
  for (int i = 0; i < plan->n_factors; i++) {
    b->set[sweep->run.n_set + i] =
        factor_setting(&plan->factor[i], b->factor[i]);
  }
}

/* What the session has got since is dropped: there may be millions of runs. */
static void forget_messages(Session *s, Diagnostic **before, int capacity)
{
  s->diagnostic = before;
  s->cap_diagnostics = capacity;
  s->n_diagnostics = s->n_errors = s->n_printed = 0;
}

/* False: it was stopped, and is not to be written. */
static bool make_run(Bench *b, int64_t run)
{
  const Sweep *sweep = b->shop->sweep;
  FmuRun one = sweep->run;
  FmuResult result;
  assert(b->s->n_diagnostics == 0);
  sweep_set_factors(b, run);
  one.set = b->set;
  one.n_set += sweep->plan->n_factors;
  one.variable = sweep->measures->variable;
  one.n_variables = sweep->measures->n_variables;
  one.point = sweep_take_point;
  one.stop_now = sweep_is_stopped;
  one.kept = b->kept;
  one.context = b;
  one.event_rows =
      sweep->measures->needs_points && !sweep->measures->has_curves;

  b->record = (RunRecord){.state = RUN_GOOD};
  for (int64_t i = 0; i < sweep->journal->n_values; i++) b->value[i] = NAN;
  measure_begin(&b->state);
  Diagnostic **diagnostics = b->s->diagnostic;
  int capacity = b->s->cap_diagnostics;
  ArenaMark mark = arena_mark(b->s->session_arena);
  bool good = fmu_run(b->s, sweep->fmu, &one, &result);
  b->record.end = result.end;
  if (good) {
    measure_end(&b->state, b->value);
  } else {
    b->record.state = RUN_FAILED;
    take_reason(b->s, b->record.reason);
  }
  forget_messages(b->s, diagnostics, capacity);
  arena_release(mark);
  return !result.interrupted;
}

static void sweep_write_run(const Bench *b, int64_t run)
{
  SweepBoard *board = b->shop->board;
  if (!journal_write(b->shop->sweep->journal, b->out, run, &b->record,
                     b->value)) {
    atomic_store(&board->write_error, errno ? errno : EIO);
    atomic_store(&board->stop, 1);
    return;
  }
  if (b->record.state == RUN_FAILED) atomic_fetch_add(&board->n_failed, 1);
  atomic_fetch_add(&board->n_done, 1);
}

/* --- all runs --- */

/* The next run to be made; -1: none is left. */
static int64_t take_run(const Bench *b)
{
  const SweepShop *shop = b->shop;
  SweepSeat *seat = b->seat;
  int64_t n = shop->sweep->plan->n_runs;
  for (;;) {
    if (atomic_load(&shop->board->stop)) return -1;
    int64_t run = atomic_load(&seat->next);
    if (run >= atomic_load(&seat->end)) {
      run = atomic_fetch_add(&shop->board->next, shop->chunk);
      if (run >= n) return -1;
      int64_t end = run + shop->chunk;
      atomic_store(&seat->end, end < n ? end : n);
    }
    atomic_store(&seat->next, run + 1);
    const uint8_t *is_done = shop->sweep->is_done;
    if (!is_done || !is_done[run]) return run;
  }
}

static Bench make_bench(const SweepShop *shop, int worker)
{
  const Sweep *sweep = shop->sweep;
  assert(worker >= 0 && worker < sweep->n_workers && shop->out[worker]);
  Session *s = session_create();
  size_t n_set = (size_t)(sweep->run.n_set + sweep->plan->n_factors);
  s->messages = fopen("/dev/null", "w");
  if (!s->messages) s->messages = stderr;
  s->quiet = true;
  s->ward = sweep->s->ward; /* who sees how this process ends */
  Bench b = {
      .shop = shop,
      .seat = &shop->board->seat[worker],
      .out = shop->out[worker],
      .s = s,
      .kept = sweep->keeps_instances ? fmu_kept_create() : NULL,
      .set = arena_array(s->session_arena, n_set, sizeof b.set[0]),
      .factor = arena_array(s->session_arena, (size_t)sweep->plan->n_factors,
                            sizeof b.factor[0]),
      .value = arena_array(s->session_arena, (size_t)sweep->journal->n_values,
                           sizeof b.value[0]),
      .state = measure_state(s->session_arena, sweep->measures),
      .most_points = sweep_points(&sweep->run)};
  if (sweep->run.n_set > 0) {
    memcpy(b.set, sweep->run.set, (size_t)sweep->run.n_set * sizeof b.set[0]);
  }
  return b;
}

static void leave_bench(Bench *b)
{
  fmu_kept_free(b->kept, b->shop->sweep->fmu);
  if (b->s->messages != stderr) fclose(b->s->messages);
  b->s->messages = stderr;
  session_destroy(b->s);
}

void sweep_work(void *context, int worker)
{
  const SweepShop *shop = context;
  Bench b = make_bench(shop, worker);
  int64_t run;
  while ((run = take_run(&b)) >= 0) {
    atomic_store(&b.seat->since, sweep_nanoseconds());
    atomic_store(&b.seat->run, run);
    if (make_run(&b, run)) sweep_write_run(&b, run);
    atomic_store(&b.seat->run, -1);
  }
  leave_bench(&b);
}

void sweep_work_lost(const SweepShop *shop, int worker, int64_t run,
                     const char *reason)
{
  Arena *scratch = session_scratch(shop->sweep->s);
  ArenaMark mark = arena_mark(scratch);
  size_t n = (size_t)shop->sweep->journal->n_values;
  Bench b = {.shop = shop,
             .out = shop->out[worker],
             .value = arena_array(scratch, n, sizeof b.value[0]),
             .record = {.state = RUN_FAILED, .end = shop->sweep->run.start}};
  for (size_t i = 0; i < n; i++) b.value[i] = NAN;
  snprintf(b.record.reason, sizeof b.record.reason, "%s", reason);
  sweep_write_run(&b, run);
  arena_release(mark);
}
