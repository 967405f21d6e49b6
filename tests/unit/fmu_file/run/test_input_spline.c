/* test_input_spline.c: polynomials and a sine through their rows. */
#include "test.h"

#include <math.h>

#include "fmu_file/run/input_spline.h"

enum { N = 200 };

static double cubic(double t)
{
  return 1 + t * (2 + t * (-3 + t * 0.5));
}

static void expect(double found, double wanted, double allowed)
{
  if (fabs(found - wanted) > allowed)
    fail_msg("%.17g is not %.17g", found, wanted);
}

/* With unequal distances: what is a cubic polynomial is met exactly. */
static void cubics_are_exact(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  double time[] = {-1, -0.7, 0.1, 0.2, 1.5, 2}, value[6];
  for (int k = 0; k < 6; k++) value[k] = cubic(time[k]);
  double *second = input_spline_make(arena, time, value, 6);
  for (int row = 0; row < 5; row++) {
    double at = 0.3 * time[row] + 0.7 * time[row + 1];
    InputSplinePoint p = input_spline_at(time, value, second, row, at);
    expect(p.value, cubic(at), 1e-13);
    expect(p.rate[0], 2 - 6 * at + 1.5 * at * at, 1e-12);
    expect(p.rate[1], -6 + 3 * at, 1e-11);
    expect(p.rate[2], 3, 1e-10);
  }
  arena_destroy(arena);
}

static void few_rows(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  double time[] = {0, 1, 3}, value[] = {0, 1, 9};
  double *line = input_spline_make(arena, time, value, 2);
  InputSplinePoint p = input_spline_at(time, value, line, 0, 0.5);
  expect(p.value, 0.5, 0);
  expect(p.rate[0], 1, 0);
  expect(p.rate[1], 0, 0);
  double *parabola = input_spline_make(arena, time, value, 3);
  p = input_spline_at(time, value, parabola, 1, 2);
  expect(p.value, 4, 1e-14);
  expect(p.rate[0], 4, 1e-14);
  expect(p.rate[1], 2, 1e-14);
  double *one = input_spline_make(arena, time, value, 1);
  expect(one[0], 0, 0);
  arena_destroy(arena);
}

/* Doubled rows are kinks or jumps: ramps stay ramps. */
static void curves_end_at_doubled_rows(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  double time[] = {0, 1, 1, 2, 2, 3}, value[] = {0, 0, 0, 3, 5, 5};
  double *second = input_spline_make(arena, time, value, 6);
  for (int k = 0; k < 6; k++) expect(second[k], 0, 0);
  InputSplinePoint p = input_spline_at(time, value, second, 2, 1.5);
  expect(p.value, 1.5, 1e-15);
  expect(p.rate[0], 3, 1e-15);
  arena_destroy(arena);
}

static void a_sine(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  double time[N], value[N];
  for (int k = 0; k < N; k++) {
    time[k] = 0.02 * k;
    value[k] = sin(3 * time[k]);
  }
  double *second = input_spline_make(arena, time, value, N);
  for (int row = 0; row < N - 1; row++) {
    double at = time[row] + 0.013;
    InputSplinePoint p = input_spline_at(time, value, second, row, at);
    expect(p.value, sin(3 * at), 1e-6);
    expect(p.rate[0], 3 * cos(3 * at), 5e-5);
    expect(p.rate[1], -9 * sin(3 * at), 2e-2);
  }
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cubics_are_exact),
      cmocka_unit_test(few_rows),
      cmocka_unit_test(curves_end_at_doubled_rows),
      cmocka_unit_test(a_sine),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
