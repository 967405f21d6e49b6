/* test_arena.c: memory that is zeroed, aligned and taken back. */
#include "test.h"

#include "base/arena.h"
#include "base/vector.h"

static void assert_zero(const unsigned char *bytes, size_t n)
{
  for (size_t i = 0; i < n; i++) assert_int_equal(bytes[i], 0);
}

static void memory_is_zeroed_and_aligned(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  for (size_t size = 0; size < 200; size++) {
    unsigned char *p = arena_alloc(arena, size);
    assert_int_equal((uintptr_t)p % 8, 0);
    assert_zero(p, size);
    memset(p, 0xAB, size);
  }
  arena_destroy(arena);
}

static void neighbours_do_not_overlap(void **state)
{
  (void)state;
  enum { N = 1000, SIZE = 77 };
  Arena *arena = arena_create("test");
  unsigned char *block[N];
  for (int i = 0; i < N; i++) {
    block[i] = arena_alloc(arena, SIZE);
    memset(block[i], i & 0xFF, SIZE);
  }
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < SIZE; j++) assert_int_equal(block[i][j], i & 0xFF);
  }
  arena_destroy(arena);
}

static void large_blocks_fit(void **state)
{
  (void)state;
  size_t size = (size_t)20 * 1024 * 1024;
  Arena *arena = arena_create("test");
  unsigned char *p = arena_alloc(arena, size);
  p[0] = p[size - 1] = 1;
  assert_true(arena_used(arena) >= size);
  arena_destroy(arena);
}

static void release_takes_back_to_the_mark(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  char *kept = arena_copy_text(arena, "kept", 4);
  size_t used = arena_used(arena);
  ArenaMark mark = arena_mark(arena);
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 1000; i++) {
      unsigned char *p = arena_alloc(arena, 500);
      assert_zero(p, 500); /* also what was released before */
      memset(p, 0xFF, 500);
    }
    assert_true(arena_used(arena) >= used + 500000);
    arena_release(mark);
    assert_int_equal(arena_used(arena), used);
  }
  assert_string_equal(kept, "kept");
  arena_destroy(arena);
}

static void marks_nest(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  ArenaMark outer = arena_mark(arena); /* of an empty arena */
  char *a = arena_copy_text(arena, "a", 1);
  ArenaMark inner = arena_mark(arena);
  arena_alloc(arena, 100000);
  arena_release(inner);
  assert_string_equal(a, "a");
  arena_release(outer);
  assert_int_equal(arena_used(arena), 0);
  arena_destroy(arena);
}

static void texts_are_copied_and_printed(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  assert_string_equal(arena_copy_text(arena, "abcdef", 3), "abc");
  assert_string_equal(arena_copy_text(arena, NULL, 0), "");
  assert_string_equal(arena_printf(arena, "%d-%s", 42, "x"), "42-x");
  char *wide = arena_printf(arena, "%5000d", 7);
  assert_int_equal(strlen(wide), 5000);
  arena_destroy(arena);
}

static void destroying_nothing_is_allowed(void **state)
{
  (void)state;
  arena_destroy(NULL);
}

static void vectors_grow_and_keep_their_items(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  int *item = NULL;
  int capacity = 0;
  for (int n = 0; n < 10000; n++) {
    item = vector_grow(arena, item, &capacity, n + 1, sizeof item[0]);
    assert_true(capacity > n);
    assert_int_equal(item[n], 0);
    item[n] = n;
  }
  for (int n = 0; n < 10000; n++) assert_int_equal(item[n], n);
  int before = capacity;
  assert_ptr_equal(vector_grow(arena, item, &capacity, 5, sizeof item[0]),
                   item);
  assert_int_equal(capacity, before);
  arena_destroy(arena);
}

/* Old places of a large vector are given back as it grows. */
static void large_vectors_cost_their_size(void **state)
{
  (void)state;
  enum { N = 1000000 };
  Arena *arena = arena_create("test");
  int *item = NULL;
  int capacity = 0;
  for (int n = 0; n < N; n++) {
    item = vector_grow(arena, item, &capacity, n + 1, sizeof item[0]);
    assert_int_equal(item[n], 0);
    item[n] = n;
    if (n % 1000 == 0) memset(arena_alloc(arena, 16), 0xFF, 16);
  }
  for (int n = 0; n < N; n++) assert_int_equal(item[n], n);
  size_t size = (size_t)capacity * sizeof item[0];
  assert_true(arena_used(arena) < size + 600000);
  arena_destroy(arena);
}

static void many_ints_are_sorted(void **state)
{
  (void)state;
  enum { N = 5000 };
  static const int spread[] = {0xFF, 0xFFFF, 0xFFFFFF, 0x7FFFFFFF, -1};
  for (size_t s = 0; s < sizeof spread / sizeof spread[0]; s++) {
    int item[N];
    long sum = 0;
    uint32_t random = 12345;
    for (int k = 0; k < N; k++) {
      random = random * 1664525u + 1013904223u;
      item[k] = (int)(random >> 1) & spread[s];
      if (spread[s] < 0 && k % 2) item[k] = -item[k];
      sum += item[k];
    }
    vector_sort_ints(item, N);
    for (int k = 0; k < N; k++) sum -= item[k];
    assert_int_equal(sum, 0);
    for (int k = 1; k < N; k++) assert_true(item[k - 1] <= item[k]);
  }
}

static void clearing_empties(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  for (int round = 0; round < 2; round++) {
    unsigned char *p = arena_alloc(arena, 1000000);
    assert_zero(p, 1000000);
    memset(p, 0xFF, 1000000);
    arena_copy_text(arena, "abc", 3);
    arena_clear(arena);
    assert_int_equal(arena_used(arena), 0);
  }
  arena_destroy(arena);
}

/* A child lives on while the parent is marked and released around its
 * growth, and goes with the memory that is older than itself. */
static void children_outlive_later_marks(void **state)
{
  (void)state;
  Arena *parent = arena_create("parent");
  ArenaMark before = arena_mark(parent);
  Arena *child = arena_child(parent, "child");
  ArenaMark later = arena_mark(parent);
  char *text = arena_copy_text(child, "kept", 4);
  arena_alloc(parent, 100000);
  arena_child(parent, "grandchild");
  arena_release(later);
  assert_string_equal(text, "kept");
  assert_true(arena_used(child) > 0);
  arena_release(before);
  arena_child(arena_child(parent, "a"), "b");
  arena_destroy(parent); /* no leak: the sanitizer would report it */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_is_zeroed_and_aligned),
      cmocka_unit_test(neighbours_do_not_overlap),
      cmocka_unit_test(large_blocks_fit),
      cmocka_unit_test(release_takes_back_to_the_mark),
      cmocka_unit_test(marks_nest),
      cmocka_unit_test(texts_are_copied_and_printed),
      cmocka_unit_test(destroying_nothing_is_allowed),
      cmocka_unit_test(vectors_grow_and_keep_their_items),
      cmocka_unit_test(large_vectors_cost_their_size),
      cmocka_unit_test(many_ints_are_sorted),
      cmocka_unit_test(clearing_empties),
      cmocka_unit_test(children_outlive_later_marks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
