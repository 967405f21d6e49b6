/* test_index_table.c: arrays by content. */
#include "test.h"

#include "emit/kernel/index_table.h"

static void test_equal_content_once(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  IndexTables *t = index_tables_create(arena);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  const int a[] = {0, 3, -2}, b[] = {0, 3, -2, 5};
  assert_int_equal(index_tables_of_ints(t, a, 3, out), 0);
  assert_int_equal(index_tables_of_ints(t, b, 4, out), 1);
  assert_int_equal(index_tables_of_ints(t, b, 3, out), 0);
  fclose(out);
  assert_string_equal(text,
                      "static const int index_0[] = {\n  0, 3, -2,\n};\n\n"
                      "static const int index_1[] = {\n"
                      "  0, 3, -2, 5,\n};\n\n");
  free(text);
  arena_destroy(arena);
}

/* 0 and -0 are two numbers. */
static void test_numbers_by_bits(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  IndexTables *t = index_tables_create(arena);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  const double a[] = {0.0, 0.1}, b[] = {-0.0, 0.1};
  assert_int_equal(index_tables_of_numbers(t, a, 2, out), 0);
  assert_int_equal(index_tables_of_numbers(t, b, 2, out), 1);
  assert_int_equal(index_tables_of_numbers(t, a, 2, out), 0);
  fclose(out);
  assert_string_equal(text, "static const double number_0[] = {\n"
                            "  0.0, 0.1,\n};\n\n"
                            "static const double number_1[] = {\n"
                            "  -0.0, 0.1,\n};\n\n");
  free(text);
  arena_destroy(arena);
}

static void test_many(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  IndexTables *t = index_tables_create(arena);
  FILE *out = fopen("/dev/null", "w");
  for (int round = 0; round < 2; round++) {
    for (int k = 0; k < 500; k++) {
      const int value[] = {k, 2 * k};
      assert_int_equal(index_tables_of_ints(t, value, 2, out), k);
    }
  }
  fclose(out);
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equal_content_once),
      cmocka_unit_test(test_numbers_by_bits),
      cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
