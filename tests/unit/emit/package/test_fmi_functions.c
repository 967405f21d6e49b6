/* The functions that an FMU exports. */
#include "test.h"

#include <string.h>

#include "emit/package/fmi_functions.h"

static int count_names(FmiVersions versions, const char *begin)
{
  int n = 0;
  for (int k = 0; fmi_functions_name(versions, k); k++)
    n += strncmp(fmi_functions_name(versions, k), begin, 4) == 0;
  return n;
}

static void test_versions(void **state)
{
  (void)state;
  assert_int_equal(count_names(FMI_2, "fmi2"), 44);
  assert_int_equal(count_names(FMI_2, "fmi3"), 0);
  assert_int_equal(count_names((FmiVersions)0, "fmi2"), 44);
  assert_int_equal(count_names((FmiVersions)0, "fmi3"), 0);
  assert_int_equal(count_names(FMI_3, "fmi2"), 0);
  assert_int_equal(count_names(FMI_BOTH, "fmi2"), 44);
  assert_int_equal(count_names(FMI_BOTH, "fmi3"), count_names(FMI_3, "fmi3"));
  assert_true(count_names(FMI_3, "fmi3") > 70);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_versions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
