/* test_c_text.c: text of the user inside of generated C. */
#include "test.h"

#include "base/session.h"
#include "emit/text/c_text.h"

typedef void (*Writer)(FILE *out, const char *text);

static void expect(Writer write, const char *text, const char *wanted)
{
  char *got = NULL;
  size_t size;
  FILE *out = open_memstream(&got, &size);
  write(out, text);
  fclose(out);
  assert_string_equal(got, wanted);
  free(got);
}

static void test_strings(void **state)
{
  (void)state;
  expect(c_text_string, "x", "\"x\"");
  expect(c_text_string, "a\"b\\c", "\"a\\\"b\\\\c\"");
  expect(c_text_string, "what?\?/", "\"what\\?\\?/\"");
  expect(c_text_string,
         "\n\xc3\xa9"
         "1",
         "\"\\012\\303\\2511\"");
}

static void test_long_string_is_cut(void **state)
{
  (void)state;
  char text[1000];
  memset(text, 'a', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  char *got = NULL;
  size_t size;
  FILE *out = open_memstream(&got, &size);
  c_text_string(out, text);
  fclose(out);
  assert_true(size < 509); /* what any C compiler must take */
  assert_string_equal(got + size - 4, "...\"");
  free(got);
}

/* What is a value of the model stays whole, however long it is. */
static void test_values(void **state)
{
  (void)state;
  expect(c_text_value, "a\"b?", "\"a\\\"b\\?\"");
  static char text[5000], wanted[5003];
  for (size_t n = 1; n < sizeof text; n += 4093) { /* 1, 4094 */
    memset(text, 'a', n);
    text[n] = '\0';
    snprintf(wanted, sizeof wanted, "\"%s\"", text);
    expect(c_text_value, text, wanted);
  }
  memset(text, '\'', 4998);
  memcpy(text + 4997, "\xc3", 2);
  char *got = NULL;
  size_t size;
  FILE *out = open_memstream(&got, &size);
  c_text_value(out, text);
  fclose(out);
  assert_memory_equal(got, "(const char[]){\n  '\\47','\\47',", 30);
  assert_string_equal(got + size - 9, "'\\303',0}");
  free(got);
}

static void test_comments(void **state)
{
  (void)state;
  expect(c_text_comment, "x", "x");
  expect(c_text_comment, "a */ b", "a * / b");
  expect(c_text_comment, "a /* b // c", "a / * b / / c");
  expect(c_text_comment, "?\?/", "? ?/");
  expect(c_text_comment, "ends with *", "ends with * ");
  expect(c_text_comment, "ends with \\", "ends with \\ ");
  expect(c_text_comment, "a\nb\x01", "a b.");
  expect(c_text_comment, "\xc3\xa9", "\xc3\xa9");
  expect(c_text_comment, "\xff", ".");
  expect(c_text_comment, "\xe2\x80\xae", "."); /* right-to-left override */
}

static void write_statement(FILE *out, const char *text)
{
  c_text_statement(out, text, "name");
}

static void test_statements(void **state)
{
  (void)state;
  expect(write_statement, "x = 1;", "  x = 1; /* name */\n");
  expect(write_statement,
         "v->real[100] = v->real[101] + v->real[102] + v->real[103] + "
         "v->real[104];",
         "  v->real[100] = v->real[101] + v->real[102] + v->real[103] + "
         "v->real[104];\n      /* name */\n");
  expect(write_statement,
         "v->real[100] = v->real[101] + v->real[102] + v->real[103] + "
         "v->real[104] - v->real[105];",
         "  v->real[100] = v->real[101] + v->real[102] + v->real[103] + "
         "v->real[104] -\n      v->real[105]; /* name */\n");
}

static void test_places(void **state)
{
  (void)state;
  static const char text[] = "model A\n  x^2 +\n\n   y^2 = 1;\nend A;\n";
  Session *s = session_create();
  session_add_source(s, "some/folder/a.mo", text, (int32_t)strlen(text));
  Span span = {0, 10, 10 + 15};
  assert_string_equal(c_text_place(s->session_arena, s, span),
                      "a.mo:2: x^2 + y^2 =");
  assert_string_equal(c_text_place(s->session_arena, s, NO_SPAN), "");
  session_destroy(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_strings),
      cmocka_unit_test(test_long_string_is_cut),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_comments),
      cmocka_unit_test(test_statements),
      cmocka_unit_test(test_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
