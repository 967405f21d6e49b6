/* test_model_tables.c: kinds of variables have the numbers of the runtime. */
#include "test.h"

#include "emit/xml/variable_kind.h"
#include "model.h"

static void test_kinds(void **state)
{
  (void)state;
  assert_int_equal(KIND_TIME, VARIABLE_TIME);
  assert_int_equal(KIND_CONSTANT, VARIABLE_CONSTANT);
  assert_int_equal(KIND_PARAMETER, VARIABLE_PARAMETER);
  assert_int_equal(KIND_TUNABLE, VARIABLE_TUNABLE);
  assert_int_equal(KIND_DEPENDENT, VARIABLE_DEPENDENT);
  assert_int_equal(KIND_INPUT, VARIABLE_INPUT);
  assert_int_equal(KIND_EXACT, VARIABLE_EXACT);
  assert_int_equal(KIND_APPROX, VARIABLE_APPROX);
  assert_int_equal(KIND_CALCULATED, VARIABLE_CALCULATED);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_kinds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
