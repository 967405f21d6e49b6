/* The solver's own count of time, far from zero. */
#include "test.h"

#include "core/solver_clock.h"

static void test_near_zero_both_are_the_same(void **state)
{
  (void)state;
  Instance inst = {.start_time = 3, .stop_time = 9, .has_stop_time = true};
  SolverClock clock = {0};
  solver_clock_begin(&clock, &inst, 3, true);
  assert_true(clock.origin == 0 && clock.own == 3);
  assert_true(solver_clock_arrive(&clock, 3.1) == 3.1);
  assert_true(solver_clock_own(&clock, 0.7) == 0.7);
  assert_true(solver_clock_ahead(&clock, 3.1) == 3.1);
  assert_true(solver_clock_within(&clock, 2, 3.1, 0.1) == 2);
  assert_true(solver_clock_least_step(&clock) == 0);
}

static void test_far_from_zero(void **state)
{
  (void)state;
  Instance inst = {
      .start_time = 1e9, .stop_time = 1e9 + 10, .has_stop_time = true};
  SolverClock clock = {0};
  solver_clock_begin(&clock, &inst, 1e9, true);
  assert_true(clock.origin == 1e9 && clock.own == 0);
  double own = 0.01 + 1e-9; /* finer than times are */
  double shown = solver_clock_arrive(&clock, own);
  assert_true(fabs(shown - 1e9 - own) < 1e-7 && shown != 1e9 + own - 1e-7);
  assert_true(solver_clock_own(&clock, shown) == own);
  solver_clock_begin(&clock, &inst, shown, false); /* after an event there */
  assert_true(clock.own == own);
  solver_clock_begin(&clock, &inst, shown, true); /* another run */
  assert_true(clock.own == shown - 1e9);
  assert_true(solver_clock_ahead(&clock, shown) > clock.own);
  assert_true(solver_clock_own(&clock, 1e9 + 10) == 10);
  assert_true(solver_clock_within(&clock, 1e9, own, 0.001) == own - 0.001);
  assert_true(solver_clock_least_step(&clock) > 1e-7);
}

/* Beside a run as long as its beginning the beginning is near. */
static void test_long_runs(void **state)
{
  (void)state;
  Instance inst = {.start_time = 1e6, .stop_time = 2e6, .has_stop_time = true};
  assert_true(solver_clock_origin(&inst) == 0);
  inst.stop_time = 1.1e6;
  assert_true(solver_clock_origin(&inst) == 1e6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_near_zero_both_are_the_same),
      cmocka_unit_test(test_far_from_zero),
      cmocka_unit_test(test_long_runs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
