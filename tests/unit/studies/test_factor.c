/* test_factor.c: the forms of --vary, and the values they stand for. */
#include "test.h"

#include "session_fixture.h"
#include "studies/factor.h"

static FmuVariable variables[] = {
    {.name = "L",
     .type = FMU_REAL,
     .type_name = "Real",
     .causality = FMU_PARAMETER,
     .variability = FMU_FIXED},
    {.name = "n",
     .type = FMU_INTEGER,
     .type_name = "Integer",
     .causality = FMU_PARAMETER,
     .variability = FMU_FIXED},
    {.name = "on",
     .type = FMU_BOOLEAN,
     .type_name = "Boolean",
     .causality = FMU_PARAMETER,
     .variability = FMU_FIXED},
    {.name = "size",
     .type = FMU_INTEGER,
     .type_name = "Integer",
     .variability = FMU_CONSTANT},
};
static const FmuDescription description = {.variable = variables,
                                           .n_variables = 4};

static Factor bound(void **state, const char *text)
{
  SessionFixture *f = *state;
  Factor factor;
  assert_null(factor_read(f->s, text, &factor));
  assert_true(factor_bind(f->s, "a.fmu", &description, &factor));
  return factor;
}

static void ranges(void **state)
{
  Factor f = bound(state, "L=0.5:0.1:2");
  assert_int_equal(f.n_values, 16);
  assert_true(factor_value(&f, 0) == 0.5);
  assert_true(fabs(factor_value(&f, 15) - 2) < 1e-12);
  f = bound(state, "n = 1:5");
  assert_int_equal(f.n_values, 5);
  assert_int_equal(factor_setting(&f, factor_value(&f, 4)).integer, 5);
  f = bound(state, "L=3:-1:1");
  assert_int_equal(f.n_values, 3);
  assert_true(factor_value(&f, 2) == 1);
}

static void lists(void **state)
{
  Factor f = bound(state, "L=1, 2.5 ,4");
  assert_int_equal(f.n_values, 3);
  assert_true(factor_value(&f, 1) == 2.5);
  assert_true(factor_quantile(&f, 0.34) == 2.5);
  assert_true(factor_quantile(&f, 1 - 0x1p-53) == 4);
  f = bound(state, "on={false,true}");
  assert_int_equal(f.n_values, 2);
  assert_int_equal(factor_setting(&f, factor_value(&f, 1)).integer, 1);
}

static void distributions(void **state)
{
  Factor f = bound(state, "L~uniform(0,2)");
  assert_true(factor_quantile(&f, 0.25) == 0.5);
  f = bound(state, "n~uniform(0,10)");
  assert_true(factor_quantile(&f, 0.26) == 3);
}

static void faults(void **state)
{
  SessionFixture *f = *state;
  static const char *const wrong[][2] = {
      {"L", "write NAME="},
      {"=1", "write NAME="},
      {"L=", "the values are missing"},
      {"L=1:0:2", "is zero"},
      {"L=1:2:0", "leads away"},
      {"L=1:x:2", "is not a range"},
      {"L=1:2:3:4", "is not a range"},
      {"L=0:1e-300:1", "values"},
      {"L=1,,2", "a value is missing"},
      {"L~gauss(1,2)", "is not a distribution"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    Factor factor;
    const char *why = factor_read(f->s, wrong[i][0], &factor);
    assert_non_null(why);
    assert_non_null(strstr(why, wrong[i][1]));
  }
}

static void what_an_fmu_refuses(void **state)
{
  SessionFixture *f = *state;
  static const char *const wrong[][2] = {
      {"l=1", "did you mean 'L'?"},
      {"n=1:0.5:2", "an Integer needs whole numbers"},
      {"n=1.5", "not an Integer"},
      {"on=0:1", "list them"},
      {"on~uniform(0,1)", "list them"},
      {"L=1,two", "not a number"},
      {"size=1:3", "build an FMU for each value"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    Factor factor;
    assert_null(factor_read(f->s, wrong[i][0], &factor));
    assert_false(factor_bind(f->s, "a.fmu", &description, &factor));
    assert_non_null(strstr(session_fixture_messages(f), wrong[i][1]));
  }
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up,                   \
                                  session_fixture_tear_down)
  const struct CMUnitTest tests[] = {TEST(ranges), TEST(lists),
                                     TEST(distributions), TEST(faults),
                                     TEST(what_an_fmu_refuses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
