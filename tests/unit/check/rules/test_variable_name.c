/* test_variable_name.c: structured names that fit the grammar, and others. */
#include "test.h"

#include "check/rules/variable_name.h"

static void test_good(void **state)
{
  (void)state;
  static const char *const name[] = {
      "x",        "_a1.b",         "a[1].b[2,3]",
      "der(x)",   "der(a.b[1],2)", "robot.axis.'motor #234'",
      "'it\\'s'", "der",           "derx"};
  for (size_t i = 0; i < sizeof name / sizeof name[0]; i++) {
    size_t at;
    assert_null(variable_name_fault(name[i], &at));
  }
}

static void refused(const char *name, size_t expected)
{
  size_t at;
  assert_non_null(variable_name_fault(name, &at));
  assert_int_equal(at, expected);
}

static void test_bad(void **state)
{
  (void)state;
  refused("", 0);
  refused("1x", 0);
  refused("a..b", 2);
  refused("a.", 2);
  refused("a[", 2);
  refused("a[1", 3);
  refused("a[x]", 2);
  refused("der(x", 5);
  refused("der(x).y", 6);
  refused("'a", 2);
  refused("''", 1);
  refused("a b", 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good),
      cmocka_unit_test(test_bad),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
