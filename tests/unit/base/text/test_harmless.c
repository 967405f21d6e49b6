/* test_harmless.c: what would steer a terminal is shown as `?`. */
#include "test.h"

#include <string.h>

#include "base/text/harmless.h"

static void test_copy(void **state)
{
  (void)state;
  static const struct {
    const char *text, *line, *lines;
  } row[] = {
      {"", "", ""},
      {"a b", "a b", "a b"},
      {"a\033[2Jb\177", "a?[2Jb?", "a?[2Jb?"},
      {"a\n\tb\r", "a??b?", "a\n\tb?"},
      {"\xC2\x9B"
       "2J\xC2\xA0\xC3\xA4",
       "?2J\xC2\xA0\xC3\xA4", "?2J\xC2\xA0\xC3\xA4"},
      {"\xE2\x80\xAEz\xE2\x82\xAC", "?z\xE2\x82\xAC", "?z\xE2\x82\xAC"},
      {"\x9B\xFF\xE2\x82", "????", "????"},
  };
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    char text[32];
    harmless_copy(text, row[k].text, false);
    assert_string_equal(text, row[k].line);
    strcpy(text, row[k].text);
    harmless_copy(text, text, true);
    assert_string_equal(text, row[k].lines);
  }
}

/* The same text however it is cut into pieces; bytes of other encodings stay. */
static void test_pieces(void **state)
{
  (void)state;
  static const char given[] = "a\033b\n\xC2\x9B\xC2\xA9\xE4\xC2\xC2\x85.";
  static const char shown[] = "a?b\n?\xC2\xA9\xE4\xC2?.";
  size_t n = sizeof given - 1;
  for (size_t step = 1; step <= n; step++) {
    char clean[64];
    size_t length = 0;
    bool is_held = false;
    for (size_t k = 0; k < n; k += step) {
      size_t piece = n - k < step ? n - k : step;
      length += harmless_piece(&is_held, given + k, piece, clean + length);
    }
    assert_int_equal(length, sizeof shown - 1);
    assert_memory_equal(clean, shown, length);
    assert_false(is_held);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_copy),
                                     cmocka_unit_test(test_pieces)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
