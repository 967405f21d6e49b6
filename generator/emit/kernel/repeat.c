/* repeat.c: greedy choice among all periods. */
#include "emit/kernel/repeat.h"

#include <assert.h>
#include <stdbool.h>

#include "base/vector.h"

/* Stretches that repeat themselves with some period: for each item the one
 * with the shortest period that holds it. Inside of it no other period is
 * worth a look: two periods p and q together reach no further than p + q
 * items (Fine and Wilf), unless both are multiples of a shorter one; and a
 * multiple repeats no more items. */
typedef struct Stretches {
  const int *kernel;
  int n;
  int *period; /* 0: in none */
  int *begin, *end;
} Stretches;

static bool is_equal(const Stretches *s, int k, int period)
{
  return k + period < s->n && s->kernel[k] >= 0 &&
         s->kernel[k] == s->kernel[k + period];
}

/* The items k to end - 1 repeat themselves. */
static void note_stretch(Stretches *s, int k, int end, int period)
{
  assert(k >= 0 && k < end && end <= s->n);
  for (int i = k; i < end; i++) {
    if (s->period[i] > 0) continue;
    s->period[i] = period;
    s->begin[i] = k;
    s->end[i] = end;
  }
}

/* In the middle of a stretch, for another period: goes to its begin; so many
 * items from there on equal those one period later. */
static int skip_stretch(const Stretches *s, int *k, int period)
{
  assert(s->period[*k] > 0);
  int begin = s->begin[*k], equal = 0;
  if (period % s->period[*k] == 0) {
    equal = s->end[*k] - begin - period;
  } else {
    while (is_equal(s, begin + equal, period)) equal++;
  }
  *k = begin;
  return equal;
}

static bool can_skip(const Stretches *s, int k, int period)
{
  return s->period[k] > 0 && s->end[k] - k >= s->period[k] + period;
}

/* For one period, from right to left: how far does the list from k on equal
 * itself, moved by the period? Better repeats are noted in best[]. */
static void try_period(Stretches *s, int period, Repeat *best)
{
  int equal = 0;
  for (int k = s->n - period - 1; k >= 0; k--) {
    if (can_skip(s, k, period)) {
      equal = skip_stretch(s, &k, period);
      continue;
    }
    bool goes_on = is_equal(s, k, period);
    equal = goes_on ? equal + 1 : 0;
    int count = equal / period + 1;
    if (count >= REPEAT_COUNT &&
        period * count > best[k].period * best[k].count) {
      best[k] = (Repeat){k, period, count};
    }
    bool ends = k == 0 || !is_equal(s, k - 1, period);
    if (ends && count >= 2) note_stretch(s, k, k + equal + period, period);
  }
}

static Repeat *repeat_take(Repeat *best, int n, Arena *arena, int *n_repeats)
{
  Repeat *repeat = NULL;
  int cap = 0;
  *n_repeats = 0;
  for (int k = 0; k < n;) {
    if (best[k].count == 0) {
      k++;
      continue;
    }
    assert(best[k].begin == k && k + best[k].period * best[k].count <= n);
    repeat = vector_grow(arena, repeat, &cap, *n_repeats + 1, sizeof best[k]);
    repeat[(*n_repeats)++] = best[k];
    k += best[k].period * best[k].count;
  }
  return repeat;
}

Repeat *repeats_find(const int *kernel, int n, Arena *arena, int *n_repeats)
{
  Repeat *best = arena_array(arena, (size_t)n, sizeof best[0]);
  Stretches s = {.kernel = kernel, .n = n};
  s.period = arena_array(arena, (size_t)n, sizeof s.period[0]);
  s.begin = arena_array(arena, (size_t)n, sizeof s.begin[0]);
  s.end = arena_array(arena, (size_t)n, sizeof s.end[0]);
  for (int period = 1; period <= REPEAT_PERIOD; period++) {
    try_period(&s, period, best);
  }
  return repeat_take(best, n, arena, n_repeats);
}
