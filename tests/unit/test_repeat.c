/* test_repeat.c: where a list repeats itself. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "emit/repeat.h"

/* Letters are shapes, '.' is none. Expects "begin:period*count ...". */
static void expect(const char *text, const char *wanted)
{
  Arena *arena = arena_create("test");
  int n = (int)strlen(text), n_repeats;
  int *shape = arena_array(arena, (size_t)n, sizeof shape[0]);
  for (int k = 0; k < n; k++) shape[k] = text[k] == '.' ? -1 : text[k] - 'a';
  const Repeat *repeat = repeats_find(shape, n, arena, &n_repeats);
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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_runs),
      cmocka_unit_test(test_periods),
      cmocka_unit_test(test_shortest_period),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
