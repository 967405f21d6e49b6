/* Pivots that are too small: rows are scaled, columns compared. */
#include "test.h"

#include "reduce/structure/pivot_small.h"

static Arena *scratch;

static int begin(void **state)
{
  (void)state;
  scratch = arena_create("scratch");
  return 0;
}

static int end(void **state)
{
  (void)state;
  arena_destroy(scratch);
  return 0;
}

/* v = Z i, v = u - w, i = j + k: columns v, i, u. */
static void leave_out(double impedance, bool safe[5])
{
  const JacobianEntry entry[] = {{0, 0, NO_EXPR},
                                 {1, 0, NO_EXPR},
                                 {0, 1, NO_EXPR},
                                 {2, 1, NO_EXPR},
                                 {1, 2, NO_EXPR}};
  const double size[] = {1, 1, impedance, 1, 1};
  const Pattern p = {3, 3, entry, 5, safe, NULL};
  for (int k = 0; k < 5; k++) safe[k] = true;
  pivot_small_leave_out(&p, size, scratch, safe);
}

static void test_small_against_the_column(void **state)
{
  bool safe[5];
  (void)state;
  leave_out(1e-3, safe);
  assert_false(safe[2]);
  assert_true(safe[0] && safe[1] && safe[3] && safe[4]);
  leave_out(0.1, safe);
  for (int k = 0; k < 5; k++) assert_true(safe[k]);
}

/* A large impedance makes the voltage small in that row. */
static void test_rows_are_scaled(void **state)
{
  bool safe[5];
  (void)state;
  leave_out(1e5, safe);
  assert_false(safe[0]);
  assert_true(safe[1] && safe[2] && safe[3] && safe[4]);
}

static void test_unknown_sizes_decide_nothing(void **state)
{
  bool safe[5];
  (void)state;
  leave_out(NAN, safe);
  for (int k = 0; k < 5; k++) assert_true(safe[k]);
}

static void test_pivots_are_not_made_safe(void **state)
{
  const JacobianEntry entry[] = {{0, 0, NO_EXPR}};
  const double size[] = {1};
  bool safe[] = {false};
  const Pattern p = {1, 1, entry, 1, safe, NULL};
  (void)state;
  pivot_small_leave_out(&p, size, scratch, safe);
  assert_false(safe[0]);
}

int main(void)
{
#define IN_ARENAS(test) cmocka_unit_test_setup_teardown(test, begin, end)
  const struct CMUnitTest tests[] = {
      IN_ARENAS(test_small_against_the_column),
      IN_ARENAS(test_rows_are_scaled),
      IN_ARENAS(test_unknown_sizes_decide_nothing),
      IN_ARENAS(test_pivots_are_not_made_safe),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
