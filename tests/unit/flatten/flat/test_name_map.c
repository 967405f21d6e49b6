/* test_name_map.c: (owner, name) to a pointer. */
#include "test.h"

#include "flatten/flat/name_map.h"

static void test_owners_apart(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  NameTable *names = name_table_create(arena);
  Name x = name_intern(names, "x", 1);
  int first = 1, second = 2;
  NameMap map;
  name_map_init(&map, arena);
  assert_null(name_map_find(&map, 0, x));
  name_map_add(&map, 0, x, &first);
  assert_null(name_map_find(&map, 1, x));
  name_map_add(&map, 1, x, &second);
  assert_ptr_equal(name_map_find(&map, 0, x), &first);
  assert_ptr_equal(name_map_find(&map, 1, x), &second);
  arena_destroy(arena);
}

static void test_grows(void **state)
{
  (void)state;
  enum { N = 5000 };
  Arena *arena = arena_create("test");
  NameTable *names = name_table_create(arena);
  int *value = arena_array(arena, N, sizeof value[0]);
  NameMap map;
  name_map_init(&map, arena);
  for (int i = 0; i < N; i++) {
    char text[20];
    int n = snprintf(text, sizeof text, "n%d", i / 5);
    name_map_add(&map, i % 5, name_intern(names, text, (size_t)n), &value[i]);
  }
  for (int i = 0; i < N; i++) {
    char text[20];
    int n = snprintf(text, sizeof text, "n%d", i / 5);
    Name name = name_intern(names, text, (size_t)n);
    assert_ptr_equal(name_map_find(&map, i % 5, name), &value[i]);
  }
  assert_null(name_map_find(&map, 5, name_intern(names, "n0", 2)));
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_owners_apart),
      cmocka_unit_test(test_grows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
