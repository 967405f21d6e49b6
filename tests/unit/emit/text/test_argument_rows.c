/* test_argument_rows.c: rows of arguments, and what stands between them. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "emit/text/argument_rows.h"

enum { N = 40 };

static Arena *arena;
static const char *operand[N];

static void put_row(int at, int n, const char *array, int from)
{
  for (int k = 0; k < n; k++)
    operand[at + k] = arena_printf(arena, "%s[%d]", array, from + k);
}

static void test_few_are_a_list(void **state)
{
  (void)state;
  assert_string_equal(argument_rows_text(arena, operand, 0),
                      "(const double[]){0}");
  put_row(0, 3, "v->real", 7);
  operand[1] = "1.0";
  assert_string_equal(argument_rows_text(arena, operand, 3),
                      "(const double[]){v->real[7], 1.0, v->real[9]}");
  put_row(0, 15, "v->real", 7); /* one less than a row */
  assert_null(strstr(argument_rows_text(arena, operand, 15), "function_row"));
}

static void test_rows_are_copied(void **state)
{
  (void)state;
  operand[0] = "x";
  put_row(1, 16, "v->real", 3);
  operand[17] = "y";
  operand[18] = "z";
  put_row(19, 20, "t->d", 100);
  assert_string_equal(argument_rows_text(arena, operand, 39),
                      "function_row(function_row((double[39]){x, [17] = y, z}, "
                      "1, &v->real[3], 16), 19, &t->d[100], 20)");
  assert_string_equal(argument_rows_text(arena, operand + 1, 16),
                      "function_row((double[16]){0}, 0, &v->real[3], 16)");
}

static void test_zeros_are_left_out(void **state)
{
  (void)state;
  operand[0] = "x";
  for (int k = 1; k < N; k++) operand[k] = "0.0";
  operand[20] = "y";
  assert_string_equal(argument_rows_text(arena, operand, N),
                      "(double[40]){x, [20] = y}");
  assert_string_equal(argument_rows_text(arena, operand + 18, 3),
                      "(const double[]){0.0, 0.0, y}");
}

static void test_numbers_are_a_table(void **state)
{
  (void)state;
  operand[0] = "x";
  for (int k = 1; k < 33; k++) operand[k] = k == 5 ? "0.0" : "-1.5e-3";
  operand[33] = "1.0 * y"; /* is none */
  const char *text = argument_rows_text(arena, operand, 34);
  const char *begin = "function_row((double[34]){x, [33] = 1.0 * y}, 1, "
                      "(const double[]){-1.5e-3, -1.5e-3, -1.5e-3, -1.5e-3, "
                      "0.0, -1.5e-3, ";
  assert_int_equal(strncmp(text, begin, strlen(begin)), 0);
  assert_non_null(strstr(text, "-1.5e-3}, 32)"));
  assert_null(strstr(argument_rows_text(arena, operand, 32), "function_row"));
}

/* Other arrays are not of doubles; what has more than an index is not an
 * element; a gap ends a row. */
static void test_only_rows_are_rows(void **state)
{
  (void)state;
  put_row(0, 20, "v->boolean", 0);
  assert_null(strstr(argument_rows_text(arena, operand, 20), "function_row"));
  put_row(0, 20, "v->real", 0);
  operand[10] = "v->real[10] + 1.0";
  assert_null(strstr(argument_rows_text(arena, operand, 20), "function_row"));
  put_row(0, 10, "v->real", 0);
  put_row(10, 10, "v->real", 11);
  assert_null(strstr(argument_rows_text(arena, operand, 20), "function_row"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_few_are_a_list),
      cmocka_unit_test(test_rows_are_copied),
      cmocka_unit_test(test_zeros_are_left_out),
      cmocka_unit_test(test_numbers_are_a_table),
      cmocka_unit_test(test_only_rows_are_rows),
  };
  arena = arena_create("test");
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  arena_destroy(arena);
  return failed;
}
