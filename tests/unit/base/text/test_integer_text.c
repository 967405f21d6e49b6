/* test_integer_text.c: integers in decimal. */
#include "test.h"

#include <limits.h>

#include "base/text/integer_text.h"

static void text_is_as_printf_writes_it(void **state)
{
  (void)state;
  const long value[] = {0,       7,       -1,       10,       99,
                        100,     -5,      12,       12345678, -9999999,
                        INT_MAX, INT_MIN, LONG_MAX, LONG_MIN};
  for (size_t k = 0; k < sizeof value / sizeof value[0]; k++) {
    char expected[40], text[INTEGER_TEXT_SIZE];
    snprintf(expected, sizeof expected, "%ld", value[k]);
    assert_int_equal(integer_text(value[k], text), strlen(expected));
    assert_string_equal(text, expected);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_is_as_printf_writes_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
