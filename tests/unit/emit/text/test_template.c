/* test_template.c: holes are filled, wrong templates are refused. */
#include "test.h"

#include "base/session.h"
#include "emit/text/template.h"

static void write_lines(void *context, FILE *out)
{
  for (int k = 0; k < *(const int *)context; k++) fprintf(out, "line %d\n", k);
}

/* The filled text, or NULL; free() by the caller. */
static char *filled(Session *s, const char *text, int n_lines)
{
  char *result = NULL;
  size_t size;
  FILE *out = open_memstream(&result, &size);
  const TemplateHole holes[] = {{"NAME", NULL, NULL, "pendulum"},
                                {"LINES", write_lines, &n_lines, NULL}};
  bool ok = template_write(s, "test.in", text, holes, 2, out);
  fclose(out);
  if (ok) return result;
  free(result);
  return NULL;
}

static void expect(const char *text, int n_lines, const char *wanted)
{
  Session *s = session_create();
  char *result = filled(s, text, n_lines);
  assert_non_null(result);
  assert_string_equal(result, wanted);
  assert_int_equal(s->n_errors, 0);
  free(result);
  session_destroy(s);
}

static void test_inline_and_whole_lines(void **state)
{
  (void)state;
  expect("a @NAME@ b\n@LINES@\nend\n", 2,
         "a pendulum b\nline 0\nline 1\nend\n");
  expect("@LINES@\nend @NAME@", 0, "end pendulum");
  expect("@NAME@@NAME@\n@LINES@", 1, "pendulumpendulum\nline 0\n");
}

static void test_other_at_signs_stay(void **state)
{
  (void)state;
  expect("me@home @ @lower@ @@ @NAME@\n@LINES@\n", 0,
         "me@home @ @lower@ @@ pendulum\n");
}

static void expect_error(const char *text)
{
  Session *s = session_create();
  s->messages = tmpfile();
  assert_null(filled(s, text, 1));
  diagnostic_flush(s);
  assert_int_equal(s->n_errors, 1);
  assert_int_equal(s->diagnostic[0]->code, E504);
  fclose(s->messages);
  session_destroy(s);
}

static void test_template_that_does_not_fit(void **state)
{
  (void)state;
  expect_error("@NAME@ @LINES@ @OTHER@");
  expect_error("only @NAME@");
}

static void test_missing_file(void **state)
{
  (void)state;
  Session *s = session_create();
  s->messages = tmpfile();
  assert_null(template_read(s, "no such folder", "model.c.in"));
  assert_int_equal(s->diagnostic[0]->code, E504);
  fclose(s->messages);
  session_destroy(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_inline_and_whole_lines),
      cmocka_unit_test(test_other_at_signs_stay),
      cmocka_unit_test(test_template_that_does_not_fit),
      cmocka_unit_test(test_missing_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
