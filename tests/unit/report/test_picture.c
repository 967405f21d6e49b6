/* test_picture.c: cells with names, frames, and large matrices reduced. */
#include "test.h"

#include "report/html_text.h"
#include "report/picture.h"

static char *drawn(const Picture *p)
{
  char *text = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&text, &n);
  picture_write(p, out);
  fclose(out);
  return text;
}

static int occurrences(const char *text, const char *part)
{
  int n = 0;
  while ((text = strstr(text, part))) {
    n++;
    text++;
  }
  return n;
}

/* A picture whose rows and columns are all called the same. */
static Picture make(Arena *arena, int n, const char *row, const char *column)
{
  Picture p = {.arena = arena, .n_rows = n, .n_columns = n};
  p.row_name = arena_array(arena, (size_t)n, sizeof(char *));
  p.column_name = arena_array(arena, (size_t)n, sizeof(char *));
  p.row_label = arena_array(arena, (size_t)n, sizeof(char *));
  for (int k = 0; k < n; k++) {
    p.row_name[k] = row;
    p.row_label[k] = arena_printf(arena, "%d'", k + 1);
    p.column_name[k] = column;
  }
  return p;
}

static void test_cells(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  Picture p = make(arena, 3, "x < y & 'z'", "der(\"x\")");
  picture_add(&p, 0, 0, 2, "2");
  picture_add(&p, 2, 1, 0, NULL);
  picture_frame(&p, (PictureFrame){0, 2, 0, 2});
  picture_frame(&p, (PictureFrame){2, 1, 2, 1}); /* one: not drawn */
  char *text = drawn(&p);
  assert_non_null(strstr(text, "equation 1&#39;: x &lt; y &amp; &#39;z&#39;\n"
                               "der(&quot;x&quot;)</title>"));
  assert_non_null(strstr(text, "class=\"cell2\" x=\"0\" y=\"0\""));
  assert_non_null(strstr(text, "class=\"cell0\" x=\"10\" y=\"20\""));
  assert_int_equal(occurrences(text, "<text"), 1 + 3 + 3);
  assert_int_equal(occurrences(text, "class=\"row\""), 3);
  assert_int_equal(occurrences(text, "class=\"column\""), 3);
  assert_non_null(strstr(text, ">3&#39;</text>"));
  assert_int_equal(occurrences(text, "class=\"block\""), 1);
  assert_int_equal(occurrences(text, "The model is large"), 0);
  free(text);
  arena_destroy(arena);
}

/* Names of more than 20 bytes are cut, not inside of a letter. */
static void test_long_names(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  Picture p = make(arena, 1, "e", "abcdefghijklmnopqr\xC3\xA4\xC3\xA4");
  char *text = drawn(&p);
  assert_non_null(strstr(text, ">abcdefghijklmnopqr\xE2\x80\xA6</text>"));
  free(text);
  p = make(arena, 1, "e", "abcdefghijklmnopqrst");
  text = drawn(&p);
  assert_non_null(strstr(text, ">abcdefghijklmnopqrst</text>"));
  free(text);
  arena_destroy(arena);
}

/* 1000 rows: squares of 9 rows each, with the number of their entries. */
static void test_large(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  Picture p = make(arena, 1000, "e", "x");
  for (int k = 0; k < 1000; k++) picture_add(&p, k, k, 0, NULL);
  char *text = drawn(&p);
  assert_int_equal(occurrences(text, "class=\"cell1\""), 112);
  assert_int_equal(occurrences(text, "<text"), 0);
  assert_non_null(strstr(text, "equations 10 to 18, unknowns 10 to 18: 9 "
                               "entries"));
  assert_non_null(strstr(text, "a square stands for 9 equations"));
  free(text);
  arena_destroy(arena);
}

static void test_nothing(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  Picture p = make(arena, 0, "", "");
  char *text = drawn(&p);
  assert_string_equal(text, "");
  free(text);
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cells),
      cmocka_unit_test(test_long_names),
      cmocka_unit_test(test_large),
      cmocka_unit_test(test_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
