/* test_reference_name.c: names by value reference. */
#include "test.h"

#include "core/reference_name.h"

static const char *const names[] = {"Atime\0Ax[1]\0C2]\0", "Ay\0Ab\0", 0};
static const Model model = {.n_real = 4, .n_boolean = 1, .names = names};

static void test_names(void **state)
{
  (void)state;
  static const char *const expected[] = {"time", "x[1]", "x[2]", "y", "b"};
  char name[REFERENCE_NAME_SIZE];
  for (int k = 0; k < 5; k++) {
    reference_name(&model, k, name);
    assert_string_equal(name, expected[k]);
  }
}

static void test_no_names(void **state)
{
  (void)state;
  static const Model bare = {.n_real = 4};
  char name[REFERENCE_NAME_SIZE] = "any";
  reference_name(&bare, 2, name);
  assert_string_equal(name, "");
}

/* What does not find room is cut. */
static void test_long_names(void **state)
{
  (void)state;
  static char text[1002];
  const char *const list[] = {text, NULL};
  Model large = {.n_real = 1, .names = list};
  struct {
    char name[REFERENCE_NAME_SIZE], after;
  } room = {.after = '#'};
  for (int k = 0; k < 1000; k++) text[k] = k == 0 ? 'A' : 'x';
  reference_name(&large, 0, room.name);
  assert_int_equal(strlen(room.name), REFERENCE_NAME_SIZE - 1);
  assert_int_equal(room.after, '#');
}

/* A block has its own, or none. */
static void test_unknowns(void **state)
{
  (void)state;
  static const int unknown[] = {3, -1, 2};
  static const char *const own[] = {"a", "b", "c"};
  char room[REFERENCE_NAME_SIZE];
  Block block = {.n_columns = 3, .unknown = unknown, .name = own};
  assert_string_equal(reference_name_of(&model, &block, 2, room), "c");
  block.name = NULL;
  assert_string_equal(reference_name_of(&model, &block, 0, room), "y");
  assert_string_equal(reference_name_of(&model, &block, 1, room), "-");
  assert_string_equal(reference_name_of(&model, &block, 2, room), "x[2]");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_no_names),
      cmocka_unit_test(test_long_names),
      cmocka_unit_test(test_unknowns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
