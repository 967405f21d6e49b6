/* sweep_plan.c: see sweep_plan.h. */
#include "studies/sweep_plan.h"

#include <assert.h>
#include <math.h>

#include "studies/counter_random.h"

const char *sweep_plan_sampler_name(Sampler sampler)
{
  static const char *const name[] = {
      [SAMPLER_AUTO] = "auto",     [SAMPLER_GRID] = "grid",
      [SAMPLER_RANDOM] = "random", [SAMPLER_SOBOL] = "sobol",
      [SAMPLER_LATIN] = "latin",   [SAMPLER_LISTED] = "listed"};
  return name[sampler];
}

/* --- how many runs --- */

static const Factor *first_distributed(const SweepPlan *plan)
{
  for (int i = 0; i < plan->n_factors; i++) {
    if (plan->factor[i].kind == FACTOR_DISTRIBUTION) return &plan->factor[i];
  }
  return NULL;
}

static const char *too_many(Session *s, double n)
{
  return arena_printf(s->session_arena,
                      "this is a sweep of %.3g runs, more than %.0g: take "
                      "larger steps, or draw some (--sampler sobol --samples "
                      "1024)",
                      n, (double)SWEEP_MOST_RUNS);
}

static const char *choose_grid(Session *s, SweepPlan *plan, int64_t n_samples)
{
  const Factor *drawn = first_distributed(plan);
  if (drawn) {
    return arena_printf(s->session_arena,
                        "a grid needs values, not the distribution of '%s'; "
                        "use --sampler random, latin or sobol",
                        drawn->name);
  }
  if (n_samples > 0)
    return "--samples is for drawn values: the values of a grid say how many "
           "runs it has (--sampler random, latin or sobol draws)";
  double n = 1;
  for (int i = 0; i < plan->n_factors; i++) {
    n *= (double)plan->factor[i].n_values;
  }
  if (n > (double)SWEEP_MOST_RUNS) return too_many(s, n);
  plan->n_runs = (int64_t)n;
  return NULL;
}

static const char *choose_drawn(Session *s, SweepPlan *plan, int64_t n_samples)
{
  if (n_samples <= 0) return "--samples N is missing: how many runs?";
  if (n_samples > SWEEP_MOST_RUNS) return too_many(s, (double)n_samples);
  plan->n_runs = n_samples;
  if (plan->sampler != SAMPLER_SOBOL) return NULL;
  if (plan->n_factors > SOBOL_DIMENSIONS) {
    return arena_printf(s->session_arena,
                        "--sampler sobol is for %d quantities at most, here "
                        "are %d; use latin or random",
                        SOBOL_DIMENSIONS, plan->n_factors);
  }
  Sobol *sobol = arena_alloc(s->session_arena, sizeof *sobol);
  sobol_make(sobol);
  plan->sobol = sobol;
  return NULL;
}

const char *sweep_plan_choose(Session *s, SweepPlan *plan, int64_t n_samples)
{
  assert(plan->n_factors > 0 && plan->sampler != SAMPLER_LISTED);
  if (plan->sampler == SAMPLER_AUTO) {
    plan->sampler = first_distributed(plan) || n_samples > 0 ? SAMPLER_RANDOM
                                                             : SAMPLER_GRID;
  }
  return plan->sampler == SAMPLER_GRID ? choose_grid(s, plan, n_samples)
                                       : choose_drawn(s, plan, n_samples);
}

const char *sweep_plan_list(Session *s, SweepPlan *plan, const RunTable *table)
{
  Arena *arena = s->session_arena;
  if (table->n_rows == 0) return "the table has no rows";
  plan->sampler = SAMPLER_LISTED;
  plan->table = table;
  plan->n_runs = table->n_rows;
  plan->n_factors = table->n_columns;
  plan->factor =
      arena_array(arena, (size_t)table->n_columns, sizeof plan->factor[0]);
  for (int i = 0; i < table->n_columns; i++) {
    const RunColumn *column = &table->column[i];
    for (int k = 0; k < table->n_rows; k++) {
      if (isfinite(column->value[k])) continue;
      return arena_printf(arena, "row %d of column '%s' is not a number", k + 1,
                          column->name);
    }
    plan->factor[i] = (Factor){.text = column->name,
                               .name = column->name,
                               .kind = FACTOR_LIST,
                               .value = column->value,
                               .n_values = table->n_rows,
                               .variable = -1};
  }
  return NULL;
}

/* A whole number, and where it ends; -1: there is none. */
static int64_t sweep_plan_read_run(const char *text, const char **end)
{
  double number = 0;
  *end = text;
  for (; **end >= '0' && **end <= '9'; (*end)++)
    number = 10 * number + (**end - '0');
  return *end > text && number < 1e15 ? (int64_t)number : -1;
}

const char *sweep_plan_choose_part(Session *s, SweepPlan *plan,
                                   const char *text)
{
  plan->n_total = plan->n_runs;
  assert(plan->first == 0 && plan->n_runs > 0);
  if (!text) return NULL;
  const char *end;
  int64_t first = sweep_plan_read_run(text, &end);
  int64_t last = *end == ':' ? sweep_plan_read_run(end + 1, &end) : -1;
  if (first < 0 || last < first || *end) {
    return arena_printf(s->session_arena,
                        "--runs %s: write A:B, from run A to run B", text);
  }
  if (last >= plan->n_total) {
    return arena_printf(s->session_arena,
                        "--runs %s: the last of the %lld runs is %lld", text,
                        (long long)plan->n_total, (long long)plan->n_total - 1);
  }
  plan->first = first;
  plan->n_runs = last - first + 1;
  return NULL;
}

/* --- the values of a run --- */

static void grid_values(const SweepPlan *plan, int64_t run, double *value)
{
  for (int i = plan->n_factors - 1; i >= 0; i--) {
    const Factor *f = &plan->factor[i];
    value[i] = factor_value(f, run % f->n_values);
    run /= f->n_values;
  }
}

/* Where in (0, 1) factor i of this run lies. */
static double share_of(const SweepPlan *plan, int64_t run, int i)
{
  uint64_t k = (uint64_t)run, n = (uint64_t)plan->n_total;
  uint32_t dimension = (uint32_t)i;
  if (plan->sampler == SAMPLER_SOBOL) {
    uint32_t digits =
        sobol_digits(plan->sobol, i, (uint32_t)k) ^
        counter_random_bits(plan->seed, RANDOM_SHIFT, dimension, 0);
    return ((double)digits + 0.5) * 0x1p-32;
  }
  double u = counter_random_unit(plan->seed, RANDOM_VALUE, dimension, k);
  if (plan->sampler == SAMPLER_RANDOM) return u;
  double place = (double)counter_random_place(plan->seed, dimension, k, n);
  double share = (place + u) / (double)n;
  return share < 1 ? share : 1 - 0x1p-53; /* rounded up to one */
}

void sweep_plan_values(const SweepPlan *plan, int64_t run, double *value)
{
  assert(run >= 0 && run < plan->n_runs && plan->n_total > 0);
  run += plan->first;
  if (plan->sampler == SAMPLER_GRID) {
    grid_values(plan, run, value);
    return;
  }
  for (int i = 0; i < plan->n_factors; i++) {
    const Factor *f = &plan->factor[i];
    value[i] = plan->sampler == SAMPLER_LISTED
                   ? f->value[run]
                   : factor_quantile(f, share_of(plan, run, i));
  }
}
