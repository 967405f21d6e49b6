/* repeat.c: greedy choice among all periods. */
#include "emit/repeat.h"

#include "base/vector.h"

/* For one period, from right to left: how far does the list from k on equal
 * itself, moved by the period? Better stretches are noted in best[]. */
static void try_period(const int *shape, int n, int period, Repeat *best)
{
  int equal = 0;
  for (int k = n - period - 1; k >= 0; k--) {
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
  for (int period = 1; period <= REPEAT_PERIOD; period++) {
    try_period(shape, n, period, best);
  }
  return take(best, n, arena, n_repeats);
}
