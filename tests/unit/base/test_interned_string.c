/* test_interned_string.c: equal bytes, same pointer. */
#include "test.h"

#include "base/interned_string.h"

static int set_up(void **state)
{
  *state = arena_create("test");
  return 0;
}

static int tear_down(void **state)
{
  arena_destroy(*state);
  return 0;
}

static void equal_means_same_pointer(void **state)
{
  NameTable *table = name_table_create(*state);
  char buffer[] = "velocity";
  Name a = name_intern(table, "velocity", 8);
  Name b = name_intern(table, buffer, 8);
  assert_ptr_equal(a, b);
  assert_ptr_not_equal(a, buffer);
  assert_string_equal(a, "velocity");
}

static void length_counts(void **state)
{
  NameTable *table = name_table_create(*state);
  Name short_name = name_intern(table, "abcdefgh", 3);
  assert_string_equal(short_name, "abc");
  assert_ptr_not_equal(short_name, name_intern(table, "abcdefgh", 8));
  assert_string_equal(name_intern(table, "", 0), "");
}

static void many_names_stay_apart(void **state)
{
  enum { N = 50000 };
  static Name name[N];
  NameTable *table = name_table_create(*state);
  char text[32];
  for (int i = 0; i < N; i++) {
    int n = snprintf(text, sizeof text, "body[%d].frame.x", i);
    name[i] = name_intern(table, text, (size_t)n);
  }
  for (int i = 0; i < N; i++) {
    int n = snprintf(text, sizeof text, "body[%d].frame.x", i);
    assert_ptr_equal(name[i], name_intern(table, text, (size_t)n));
    assert_string_equal(name[i], text);
  }
}

static void hash_depends_on_the_bytes_only(void **state)
{
  NameTable *one = name_table_create(*state);
  NameTable *two = name_table_create(*state);
  name_intern(two, "other", 5);
  const char *text[] = {"", "x", "y", "a.b.c", "a.b.d", "0123456789abcdef"};
  size_t n = sizeof text / sizeof text[0];
  for (size_t i = 0; i < n; i++) {
    Name a = name_intern(one, text[i], strlen(text[i]));
    Name b = name_intern(two, text[i], strlen(text[i]));
    assert_ptr_not_equal(a, b);
    assert_int_equal(name_hash(a), name_hash(b));
    for (size_t j = 0; j < i; j++) {
      Name other = name_intern(one, text[j], strlen(text[j]));
      assert_int_not_equal(name_hash(a), name_hash(other));
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(equal_means_same_pointer, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(length_counts, set_up, tear_down),
      cmocka_unit_test_setup_teardown(many_names_stay_apart, set_up, tear_down),
      cmocka_unit_test_setup_teardown(hash_depends_on_the_bytes_only, set_up,
                                      tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
