/* test_repeat.c: where a list repeats itself. */
#include "test.h"

#include "emit/kernel/repeat.h"

/* Letters are kernels, '.' is none. Expects "begin:period*count ...". */
static void expect(const char *text, const char *wanted)
{
  Arena *arena = arena_create("test");
  int n = (int)strlen(text), n_repeats;
  int *kernel = arena_array(arena, (size_t)n, sizeof kernel[0]);
  for (int k = 0; k < n; k++) kernel[k] = text[k] == '.' ? -1 : text[k] - 'a';
  const Repeat *repeat = repeats_find(kernel, n, arena, &n_repeats);
  const char *got = "";
  for (int k = 0; k < n_repeats; k++) {
    got = arena_printf(arena, "%s%s%d:%d*%d", got, k ? " " : "",
                       repeat[k].begin, repeat[k].period, repeat[k].count);
  }
  assert_string_equal(got, wanted);
  arena_destroy(arena);
}

static void test_runs(void **state)
{
  (void)state;
  expect("", "");
  expect("abc", "");
  expect("aaaaaaaaaaaaaaa", ""); /* one short of REPEAT_COUNT */
  expect("aaaaaaaaaaaaaaaa", "0:1*16");
  expect("bbaaaaaaaaaaaaaaaaac", "2:1*17");
  expect("................", "");
  expect("aaaaaaaa.aaaaaaaaaaaaaaaa", "9:1*16");
}

static void test_periods(void **state)
{
  (void)state;
  expect("abababababababababababababababab", "0:2*16");
  /* the same letters begin at the second place; what is left over stays */
  expect("babcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabc", "1:3*17");
  expect("abababababababababababababababab.bbbbbbbbbbbbbbbbb",
         "0:2*16 33:1*17");
}

/* A run inside of nothing: the shortest period of those that cover as much. */
static void test_shortest_period(void **state)
{
  (void)state;
  char text[65];
  memset(text, 'a', 64);
  text[64] = '\0';
  expect(text, "0:1*64");
}

/* The same by trying everything: at each place, from left to right, the period
 * and count that cover most. */
static int best_from(const int *kernel, int n, int k, Repeat *best)
{
  *best = (Repeat){k, 0, 0};
  for (int period = 1; period <= REPEAT_PERIOD; period++) {
    int equal = 0;
    while (k + equal + period < n && kernel[k + equal] >= 0 &&
           kernel[k + equal] == kernel[k + equal + period]) {
      equal++;
    }
    int count = equal / period + 1;
    if (count < REPEAT_COUNT) continue;
    if (period * count > best->period * best->count) {
      *best = (Repeat){k, period, count};
    }
  }
  return best->count > 0 ? k + best->period * best->count : k + 1;
}

static void expect_all_tried(const int *kernel, int n, Arena *arena)
{
  int n_repeats, next = 0;
  const Repeat *repeat = repeats_find(kernel, n, arena, &n_repeats);
  for (int k = 0; k < n;) {
    Repeat best;
    k = best_from(kernel, n, k, &best);
    if (best.count == 0) continue;
    assert_true(next < n_repeats);
    assert_memory_equal(&repeat[next++], &best, sizeof best);
  }
  assert_int_equal(next, n_repeats);
}

/* Stretches of random length, each of a random pattern of few kernels. */
static void test_random_lists(void **state)
{
  (void)state;
  unsigned seed = 12345;
  for (int round = 0; round < 300; round++) {
    Arena *arena = arena_create("test");
    int kernel[400], n = 0;
    while (n < 380) {
      int pattern[4], period, count;
      seed = seed * 1103515245u + 12345u;
      period = 1 + (int)(seed >> 16) % 4;
      count = 1 + (int)(seed >> 18) % 40;
      for (int k = 0; k < period; k++) {
        seed = seed * 1103515245u + 12345u;
        pattern[k] = (int)(seed >> 16) % 4 - 1;
      }
      for (int k = 0; k < period * count && n < 400; k++) {
        kernel[n++] = pattern[k % period];
      }
    }
    expect_all_tried(kernel, n, arena);
    arena_destroy(arena);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_runs),
      cmocka_unit_test(test_periods),
      cmocka_unit_test(test_shortest_period),
      cmocka_unit_test(test_random_lists),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
