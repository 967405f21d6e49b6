/* test_costly_calls.c: outcomes are found again by function and arguments. */
#include "test.h"

#include "base/arena.h"
#include "function/costly_calls.h"

static void outcomes_are_found_again(void **state)
{
  (void)state;
  enum { N = 2000 };
  Arena *arena = arena_create("test");
  CostlyCalls *calls = costly_calls_create(arena);
  for (int i = 0; i < N; i++) {
    double arg[2] = {i, 0.5}, result[3] = {i + 1.0, -i, 7};
    costly_calls_keep(calls, i % 3, arg, 2, i % 5 == 0 ? NULL : result, 3);
    memset(arg, 0, sizeof arg); /* they are copied */
    memset(result, 0, sizeof result);
  }
  for (int i = 0; i < N; i++) {
    double arg[2] = {i, 0.5}, first = 0, last = 0;
    bool good = i % 5 == 0;
    assert_true(costly_calls_find(calls, i % 3, arg, 2, 0, &first, &good));
    assert_int_equal(good, i % 5 != 0);
    assert_true(costly_calls_find(calls, i % 3, arg, 2, 2, &last, &good));
    assert_int_equal(good, i % 5 != 0);
    assert_true(first == (good ? i + 1.0 : 0));
    assert_true(last == (good ? 7 : 0));
  }
  arena_destroy(arena);
}

static void others_are_not_found(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  CostlyCalls *calls = costly_calls_create(arena);
  const double arg[2] = {0.0, 3}, minus[2] = {-0.0, 3}, one = 1;
  double result = 0;
  bool good;
  costly_calls_keep(calls, 4, arg, 2, &one, 1);
  assert_true(costly_calls_find(calls, 4, arg, 2, 0, &result, &good) && good);
  assert_false(costly_calls_find(calls, 5, arg, 2, 0, &result, &good));
  assert_false(costly_calls_find(calls, 4, arg, 1, 0, &result, &good));
  assert_false(costly_calls_find(calls, 4, minus, 2, 0, &result, &good));
  costly_calls_keep(calls, 6, arg, 0, &one, 1);
  result = 0;
  assert_true(costly_calls_find(calls, 6, arg, 0, 0, &result, &good) && good);
  assert_true(result == 1);
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outcomes_are_found_again),
      cmocka_unit_test(others_are_not_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
