/* test_library_version.c: the order of versions. */
#include "test.h"

#include "flatten/classes/library_version.h"

static void versions_are_ordered(void **state)
{
  (void)state;
  /* MLS 3.6, section 18.8.1 */
  static const char *const order[] = {"",
                                      "Test 1",
                                      "Test 2",
                                      "0.9",
                                      "1",
                                      "1.0",
                                      "1.0.1",
                                      "2.1 Beta 1",
                                      "2.1 Beta 2",
                                      "2.1",
                                      "2.2",
                                      "2.10",
                                      "3",
                                      "10",
                                      "99999999999999999999",
                                      "100000000000000000000"};
  int n = sizeof order / sizeof order[0];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      int c = library_version_compare(order[i], order[k]);
      assert_int_equal((c > 0) - (c < 0), (i > k) - (i < k));
    }
  }
  assert_int_equal(library_version_compare("4.01", "4.1"), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(versions_are_ordered)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
