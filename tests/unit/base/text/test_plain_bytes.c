/* test_plain_bytes.c: every byte at every place. */
#include "test.h"

#include "base/text/plain_bytes.h"

static const unsigned char except[] = {'"', '?', '\\'};

static bool is_plain(int c)
{
  return c >= 0x20 && c < 0x7f && !memchr(except, c, sizeof except);
}

/* Beside neighbours of all kinds of plain bytes. */
static void test_every_byte(void **state)
{
  (void)state;
  static const char around[] = {' ', 'a', '~', '@'};
  for (size_t n = 1; n <= 20; n++) {
    for (size_t at = 0; at < n; at++) {
      for (int c = 0; c < 256; c++) {
        char text[20];
        memset(text, around[(size_t)c % sizeof around], sizeof text);
        text[at] = (char)(unsigned char)c;
        assert_int_equal(plain_bytes(text, n, except, 3), is_plain(c));
      }
    }
  }
  assert_true(plain_bytes("", 0, except, 3));
}

/* What stands after the text does not count. */
static void test_end(void **state)
{
  (void)state;
  assert_true(plain_bytes("abc\"", 3, except, 3));
  assert_false(plain_bytes("abc\"", 4, except, 3));
  assert_true(plain_bytes("abc\"", 4, except + 1, 2));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_byte),
                                     cmocka_unit_test(test_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
