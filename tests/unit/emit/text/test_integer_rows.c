/* test_integer_rows.c: integers of constant arrays. */
#include "test.h"

#include "emit/text/integer_rows.h"

static void put_all(FILE *out, const int *value, int n)
{
  IntegerRows rows = {.out = out, .begin = "{\n  ", .per_line = 3};
  for (int k = 0; k < n; k++) integer_rows_put(&rows, value[k]);
  integer_rows_end(&rows, "};\n");
}

static void lines_are_broken(void **state)
{
  (void)state;
  const int value[] = {1, -20, 300, 4};
  char text[100] = "";
  FILE *out = fmemopen(text, sizeof text, "w");
  put_all(out, value, 4);
  put_all(out, value, 0);
  fclose(out);
  assert_string_equal(text, "{\n  1, -20, 300,\n  4};\n};\n");
}

/* More than the buffer holds. */
static void long_arrays_are_whole(void **state)
{
  (void)state;
  enum { N = 5000 };
  static int value[N];
  static char text[20 * N];
  for (int k = 0; k < N; k++) value[k] = k * 400000 - 1000000000;
  FILE *out = fmemopen(text, sizeof text, "w");
  put_all(out, value, N);
  fclose(out);
  char *at = text + strlen("{");
  for (int k = 0; k < N; k++) {
    int found, length;
    assert_int_equal(sscanf(at, " %d%n", &found, &length), 1);
    assert_int_equal(found, value[k]);
    at += length + 1;
  }
  assert_string_equal(at, ";\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_are_broken),
      cmocka_unit_test(long_arrays_are_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
