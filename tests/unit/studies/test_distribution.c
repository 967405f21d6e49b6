/* test_distribution.c: quantiles against the functions they invert. */
#include "test.h"

#include "session_fixture.h"
#include "studies/distribution.h"

static Distribution read_good(void **state, const char *text)
{
  SessionFixture *f = *state;
  Distribution d;
  assert_null(distribution_read(f->s->session_arena, text, &d));
  return d;
}

static void normal(void **state)
{
  Distribution d = read_good(state, "normal(0, 1)");
  /* known to 16 digits */
  assert_true(fabs(distribution_quantile(&d, 0.5)) < 1e-15);
  assert_true(fabs(distribution_quantile(&d, 0.975) - 1.959963984540054) <
              1e-14);
  assert_true(fabs(distribution_quantile(&d, 1e-10) + 6.361340902404056) <
              1e-13);
  for (int k = 1; k < 400; k++) {
    double u = pow(2, -k), x = distribution_quantile(&d, u);
    double back = 0.5 * erfc(-x / sqrt(2));
    assert_true(fabs(back / u - 1) < 1e-11);
  }
  d = read_good(state, "normal(3,0.5)");
  assert_true(fabs(distribution_quantile(&d, 0.975) - 3.979981992270027) <
              1e-13);
}

static void others(void **state)
{
  Distribution d = read_good(state, "uniform(-1,3)");
  assert_true(distribution_quantile(&d, 0.25) == 0);
  d = read_good(state, "lognormal(1,0.1)");
  assert_true(fabs(distribution_quantile(&d, 0.5) - exp(1)) < 1e-14);
  d = read_good(state, "loguniform(0.01, 100)");
  assert_true(fabs(distribution_quantile(&d, 0.5) - 1) < 1e-14);
  d = read_good(state, "triangular(0,1,4)");
  for (int k = 1; k < 100; k++) {
    double u = 0.01 * k, x = distribution_quantile(&d, u);
    double back = x < 1 ? x * x / 4 : 1 - (4 - x) * (4 - x) / 12;
    assert_true(fabs(back - u) < 1e-14);
  }
}

static void what_is_none(void **state)
{
  SessionFixture *f = *state;
  static const char *const wrong[][2] = {
      {"norm(1,2)", "known are uniform(low,high), normal(mean,deviation)"},
      {"normal(1)", "is written normal(mean,deviation), with numbers"},
      {"normal(1,2,3)", "is written normal(mean,deviation)"},
      {"normal(1,x)", "with numbers"},
      {"normal(1,0)", "the deviation is not greater than zero"},
      {"normal(1,-1)", "the deviation is not greater than zero"},
      {"uniform(2,2)", "the low end is not below the high one"},
      {"uniform(1,nan)", "with numbers"},
      {"loguniform(0,1)", "the low end is not greater than zero"},
      {"triangular(0,2,1)", "the mode is not between both ends"},
      {"normal(1,2", "with numbers"},
      {"", "is not a distribution"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    Distribution d;
    const char *why = distribution_read(f->s->session_arena, wrong[i][0], &d);
    assert_non_null(why);
    assert_non_null(strstr(why, wrong[i][1]));
  }
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up,                   \
                                  session_fixture_tear_down)
  const struct CMUnitTest tests[] = {TEST(normal), TEST(others),
                                     TEST(what_is_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
