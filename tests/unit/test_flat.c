/* test_flat.c: the words of the flat model. */
#include "test.h"

#include "flatten/flat/flat.h"

static void test_names(void **state)
{
  (void)state;
  assert_string_equal(flat_function_name(FLAT_ADD), "+");
  assert_string_equal(flat_function_name(FLAT_NOT_EQUAL), "<>");
  assert_string_equal(flat_function_name(FLAT_ATAN2), "atan2");
  assert_string_equal(flat_function_name(FLAT_HOMOTOPY), "homotopy");
  for (int f = 0; f < N_FLAT_FUNCTIONS; f++) {
    assert_non_null(flat_function_name((FlatFunction)f));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
