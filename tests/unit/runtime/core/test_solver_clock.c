/* The solver's own count of time, far from zero. */
#include "test.h"

#include "core/solver_clock.h"
#include <float.h>

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

/* A root lies past the end of its step, by roundings, and the next step ends
 * before it. Farther back is no way that a solver goes. */
static void test_steps_that_end_before_a_root(void **state)
{
  (void)state;
  SolverClock clock = {.own = 0.625};
  double own = 0.625 - 100 * DBL_EPSILON;
  assert_true(solver_clock_goes_on(&clock, &own, 1e-16) && own == 0.625);
  own = 0.625 + DBL_EPSILON;
  assert_true(solver_clock_goes_on(&clock, &own, 1e-16));
  assert_true(own == 0.625 + DBL_EPSILON);
  own = 0.625 - 200 * DBL_EPSILON;
  assert_false(solver_clock_goes_on(&clock, &own, 1e-16));
  assert_true(solver_clock_goes_on(&clock, &own, 0.5) && own == 0.625);
  own = NAN;
  assert_false(solver_clock_goes_on(&clock, &own, 1e-16));
  own = 0.625 - DBL_EPSILON;
  assert_false(solver_clock_goes_on(&clock, &own, NAN));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_near_zero_both_are_the_same),
      cmocka_unit_test(test_far_from_zero),
      cmocka_unit_test(test_long_runs),
      cmocka_unit_test(test_steps_that_end_before_a_root),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
