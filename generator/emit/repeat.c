/* repeat.c: greedy choice among all periods. */
#include "emit/repeat.h"

#include <stdbool.h>

#include "base/vector.h"

/* run[k]: so many items from k on have the same shape; 0: k has none. */
static int *find_runs(const int *shape, int n, Arena *arena)
{
  int *run = arena_array(arena, (size_t)n, sizeof run[0]);
  for (int k = n - 1; k >= 0; k--) {
    bool goes_on = k + 1 < n && shape[k] == shape[k + 1];
    run[k] = shape[k] < 0 ? 0 : goes_on ? run[k + 1] + 1 : 1;
  }
  return run;
}

/* For one period, from right to left: how far does the list from k on equal
 * itself, moved by the period? Better stretches are noted in best[]. Inside of
 * a run as long as the period that is the rest of the run, where period 1 is
 * as good: only ends of runs are looked at. */
static void try_period(const int *shape, const int *run, int n, int period,
                       Repeat *best)
{
  int equal = 0;
  for (int k = n - period - 1; k >= 0; k--) {
    if (period > 1 && run[k] >= period) {
      while (k > 0 && run[k - 1] == run[k] + 1) k--;
      equal = run[k] - period;
      continue;
    }
    equal = shape[k] >= 0 && shape[k] == shape[k + period] ? equal + 1 : 0;
    int count = equal / period + 1;
    if (count < REPEAT_COUNT) continue;
    if (period * count > best[k].period * best[k].count) {
      best[k] = (Repeat){k, period, count};
    }
  }
}

static Repeat *take(Repeat *best, int n, Arena *arena, int *n_repeats)
{
  Repeat *repeat = NULL;
  int cap = 0;
  *n_repeats = 0;
  for (int k = 0; k < n;) {
    if (best[k].count == 0) {
      k++;
      continue;
    }
    repeat = vector_grow(arena, repeat, &cap, *n_repeats + 1, sizeof best[k]);
    repeat[(*n_repeats)++] = best[k];
    k += best[k].period * best[k].count;
  }
  return repeat;
}

Repeat *repeats_find(const int *shape, int n, Arena *arena, int *n_repeats)
{
  Repeat *best = arena_array(arena, (size_t)n, sizeof best[0]);
  const int *run = find_runs(shape, n, arena);
  for (int period = 1; period <= REPEAT_PERIOD; period++) {
    try_period(shape, run, n, period, best);
  }
  return take(best, n, arena, n_repeats);
}
