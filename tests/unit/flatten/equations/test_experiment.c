/* test_experiment.c: annotation(experiment(...)). */
#include "test.h"

#include "flat_fixture.h"
#include "flatten/equations/experiment.h"

static void test_values(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model M constant Real hour = 3600; annotation(experiment("
      "StartTime = -1, StopTime = 2*hour, Tolerance = 1e-5, Other = 3)); "
      "end M;");
  const Experiment *e = &f->flat->experiment;
  assert_true(e->has_start && e->start == -1);
  assert_true(e->has_stop && e->stop == 7200);
  assert_true(e->has_tolerance && e->tolerance == 1e-5);
  assert_false(e->has_interval);
  flat_fixture_destroy(f);
}

static void test_absent(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model M annotation(Icon(x = 1), experiment); end M;");
  assert_false(f->flat->experiment.has_stop);
  flat_fixture_destroy(f);
}

static void expect_error(const char *setting, const char *message)
{
  char text[300];
  snprintf(text, sizeof text,
           "model M parameter Real p = 1; annotation(experiment(%s)); end M;",
           setting);
  FlatFixture *f = flat_fixture_create(text);
  assert_null(f->flat);
  assert_non_null(strstr(flat_fixture_messages(f), message));
  flat_fixture_destroy(f);
}

static void test_errors(void **state)
{
  (void)state;
  expect_error("StopTime = -1", "StopTime is before StartTime");
  expect_error("Tolerance = 0", "Tolerance must be positive");
  expect_error("StopTime = true", "E204");
  expect_error("StopTime = p", "E205");
  expect_error("StopTime = q", "E202");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_absent),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
