/* test_plain_format.c: the same bytes as vsnprintf(), or a refusal. */
#include "test.h"

#include <limits.h>

#include "base/text/plain_format.h"

__attribute__((format(printf, 3, 4))) static int print(char *to, size_t room,
                                                       const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int length = plain_format(to, room, format, args);
  va_end(args);
  return length;
}

static void text_is_as_printf_writes_it(void **state)
{
  (void)state;
  char text[100], expected[100];
  int n = snprintf(expected, sizeof expected, "%s:%d: %.*s%s%c 5%%", "a.mo",
                   INT_MIN, 3, "abcdef", "", 'x');
  assert_int_equal(print(text, sizeof text, "%s:%d: %.*s%s%c 5%%", "a.mo",
                         INT_MIN, 3, "abcdef", "", 'x'),
                   n);
  assert_string_equal(text, expected);
  assert_int_equal(print(text, sizeof text, "%.*s|", 9, "ab"), 3);
  assert_string_equal(text, "ab|");
}

static void room_is_kept(void **state)
{
  (void)state;
  char text[] = "......#";
  assert_int_equal(print(text, 6, "%s%d", "abc", 12), 5);
  assert_string_equal(text, "abc12");
  assert_int_equal(print(text, 6, "%s%d", "abc", 123), -1);
  assert_int_equal(print(text, 6, "abcdef"), -1);
  assert_int_equal(print(text, 6, "%s", "abcdef"), -1);
  assert_int_equal(print(text, 0, "%s", ""), -1);
  assert_int_equal(text[6], '#');
}

static void other_formats_are_refused(void **state)
{
  (void)state;
  char text[100];
  assert_int_equal(print(text, sizeof text, "%g", 1.5), -1);
  assert_int_equal(print(text, sizeof text, "%+d", 1), -1);
  assert_int_equal(print(text, sizeof text, "%5s", "a"), -1);
  assert_int_equal(print(text, sizeof text, "%ld", 1l), -1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_is_as_printf_writes_it),
      cmocka_unit_test(room_is_kept),
      cmocka_unit_test(other_formats_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
