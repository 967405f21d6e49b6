/* test_depfile.c: paths that make would misread are marked. */
#include "test.h"

#include "commands/depfile.h"

static void assert_path(const char *path, const char *expected)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  depfile_put_path(out, path);
  fclose(out);
  assert_string_equal(text, expected);
  free(text);
}

static void marks_what_make_reads_otherwise(void **state)
{
  (void)state;
  assert_path("a/b.mo", "a/b.mo");
  assert_path("", "");
  assert_path("Gears 1.0/x.mo", "Gears\\ 1.0/x.mo");
  assert_path("a#b$c.mo", "a\\#b$$c.mo");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(marks_what_make_reads_otherwise),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
