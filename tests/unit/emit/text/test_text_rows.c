/* test_text_rows.c: tables of texts, written and read again. */
#include "test.h"

#include "core/text_rows.h"
#include "emit/text/text_rows.h"

static void test_written(void **state)
{
  (void)state;
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  TextRows rows = {.name = "rows", .out = out};
  text_rows_put(&rows, "one");
  text_rows_put(&rows, "a \"b\"");
  assert_true(text_rows_end(&rows));
  fclose(out);
  assert_string_equal(text, "static const char *const rows[] = {\n"
                            "  \"one\" \"\\0\" \"a \\\"b\\\"\" \"\\0\",\n"
                            "  0};\n\n");
  free(text);
}

static void test_nothing(void **state)
{
  (void)state;
  TextRows rows = {.name = "rows"};
  assert_false(text_rows_end(&rows));
}

/* A long table has several literals of bounded length. */
static void test_long(void **state)
{
  (void)state;
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  TextRows rows = {.name = "rows", .out = out};
  for (int k = 0; k < 2000; k++) text_rows_put(&rows, "abc");
  assert_true(text_rows_end(&rows));
  fclose(out);
  int n_literals = 0, in_line = 0;
  for (const char *at = text; *at; at++) {
    n_literals += *at == ',';
    in_line = *at == '\n' ? 0 : in_line + 1;
    assert_true(in_line < 80);
  }
  assert_int_equal(n_literals, 2000 * 4 / 3004 + 1);
  free(text);
}

static void test_read(void **state)
{
  (void)state;
  static const char *const list[] = {"one\0two\0", "three\0", 0};
  static const char *const wanted[] = {"one", "two", "three"};
  TextReader reader = text_rows_begin(list);
  for (int k = 0; k < 3; k++, text_rows_next(&reader)) {
    assert_string_equal(reader.at, wanted[k]);
  }
  assert_null(reader.at);
  assert_null(text_rows_begin(NULL).at);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_written),
      cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_long),
      cmocka_unit_test(test_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
