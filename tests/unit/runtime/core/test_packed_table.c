/* test_packed_table.c: tables at full length. */
#include "test.h"

#include "core/packed_table.h"

static void test_integers(void **state)
{
  (void)state;
  static const int table[] = {PACKED_TABLE, 4, 0, 7, 1, 8, -4, 2, 1, -1, -2, 1};
  static const int expected[] = {0, 7, 1, 8, 2, 9, 3, 10, -1, -12, -23};
  int element[11];
  assert_true(packed_table_is_packed(table));
  packed_table_integers(table, 11, element);
  assert_memory_equal(element, expected, sizeof expected);
}

static void test_plain(void **state)
{
  (void)state;
  static const int plain[] = {-1, 2};
  static const double number[] = {1, 2};
  assert_false(packed_table_is_packed(plain));
  assert_false(packed_table_is_packed(NULL));
  assert_false(packed_table_are_packed(number));
  assert_false(packed_table_are_packed(NULL));
}

/* Not one element more than there is room for. */
static void test_length(void **state)
{
  (void)state;
  static const int table[] = {PACKED_TABLE, 2, 5, 6, -100, 1};
  static const double number[] = {-100, 2.5};
  int element[4] = {0, 0, 0, -7};
  double value[3] = {0, 0, -7};
  packed_table_integers(table, 3, element);
  assert_int_equal(element[2], 7);
  assert_int_equal(element[3], -7);
  packed_table_integers(table, 1, element);
  assert_int_equal(element[0], 5);
  packed_table_numbers(number, 2, value);
  assert_true(value[1] == 2.5 && value[2] == -7);
}

static void test_numbers(void **state)
{
  (void)state;
  static const double table[] = {-2, 1, -1, 0.5, -2, 1e-3};
  static const double expected[] = {1, 1, 0.5, 1e-3, 1e-3};
  double element[5];
  assert_true(packed_table_are_packed(table));
  packed_table_numbers(table, 5, element);
  assert_memory_equal(element, expected, sizeof expected);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_integers),
      cmocka_unit_test(test_plain),
      cmocka_unit_test(test_length),
      cmocka_unit_test(test_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
