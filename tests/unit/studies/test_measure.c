/* test_measure.c: values made of a curve. */
#include "test.h"

#include "session_fixture.h"
#include "studies/measure.h"

static FmuVariable variables[] = {
    {.name = "x", .type = FMU_REAL, .causality = FMU_OUTPUT},
    {.name = "a[1,2]", .type = FMU_REAL, .causality = FMU_LOCAL},
    {.name = "a[1,1]", .type = FMU_REAL, .causality = FMU_LOCAL},
    {.name = "text", .type = FMU_STRING, .causality = FMU_LOCAL},
};
static const FmuDescription description = {.variable = variables,
                                           .n_variables = 4};

/* x = t from 0 to 2, then a jump to 0 that stays until 4. */
static void all_kinds(void **state)
{
  SessionFixture *f = *state;
  Measures m = {0};
  const char *fault;
  assert_true(measures_reduce(
      f->s, "a.fmu", &description,
      "last(x),first(x), min(x),max(x),mean(x),rms(x),integral(x),tmin(x),"
      "tmax(x),max(a[1,2])",
      &m, &fault));
  assert_int_equal(m.n, 10);
  assert_int_equal(m.n_variables, 2);
  assert_string_equal(m.item[9].name, "max(a[1,2])");
  static const double point[][3] = {
      {0, 0, 5}, {1, 1, 6}, {2, 2, 4}, {2, 0, 4}, {4, 0, 4}};
  MeasureState s = measure_state(f->s->session_arena, &m);
  double out[10];
  for (int repeat = 0; repeat < 2; repeat++) {
    measure_begin(&s);
    measure_end(&s, out);
    assert_true(isnan(out[0]) && isnan(out[6]));
    for (int k = 0; k < 5; k++) measure_point(&s, point[k][0], point[k] + 1);
    measure_end(&s, out);
    const double expected[] = {0, 0, 0, 2, 0.5, sqrt(2. / 3), 2, 0, 2, 6};
    for (int i = 0; i < 10; i++)
      assert_true(fabs(out[i] - expected[i]) < 1e-15);
  }
}

static void names(void **state)
{
  SessionFixture *f = *state;
  Measures m = {0};
  assert_true(measures_record(f->s, "a.fmu", &description, "x,a", true, &m));
  assert_int_equal(m.n, 3);
  assert_false(m.needs_points);
  Measures curves = {0};
  assert_true(
      measures_record(f->s, "a.fmu", &description, "a[1,2]", false, &curves));
  assert_int_equal(curves.n, 0);
  assert_int_equal(curves.n_variables, 1);
  assert_true(curves.has_curves && curves.needs_points);
  Measures usual = {0};
  measures_usual(f->s, &description, true, &usual);
  assert_int_equal(usual.n, 1);
  assert_string_equal(usual.item[0].name, "x");
  assert_false(measures_record(f->s, "a.fmu", &description, "text", true, &m));
  assert_false(measures_record(f->s, "a.fmu", &description, "y", true, &m));
  const char *text = session_fixture_messages(f);
  assert_non_null(strstr(text, "'text' is not a number"));
  assert_non_null(strstr(text, "no variable 'y'"));
  const char *fault;
  assert_false(
      measures_reduce(f->s, "a.fmu", &description, "median(x)", &m, &fault));
  assert_non_null(strstr(fault, "'median(x)' is not one of last"));
  assert_false(measures_reduce(f->s, "a.fmu", &description, "", &m, &fault));
  assert_non_null(fault);
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up,                   \
                                  session_fixture_tear_down)
  const struct CMUnitTest tests[] = {TEST(all_kinds), TEST(names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
