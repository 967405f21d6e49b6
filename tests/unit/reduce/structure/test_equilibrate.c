/* test_equilibrate.c: the same rank in any units. */
#include "test.h"

#include "reduce/structure/equilibrate.h"

enum { N = 4 };

/* Two capacitors in parallel: slopes of both voltages, both currents. */
static SparseMatrix capacitors(Arena *arena, double farad, double other)
{
  const SparseEntry entry[] = {
      {0, 0, farad, true}, {0, 2, -1, true},     {1, 1, 2 * farad, true},
      {1, 3, -1, true},    {2, 0, 1, true},      {2, 1, -1, true},
      {3, 2, 1, true},     {3, 3, other, false},
  };
  int n = sizeof entry / sizeof entry[0];
  SparseMatrix a = {.n_rows = N, .n_columns = N, .n_entries = n};
  a.entry = arena_array(arena, (size_t)n, sizeof a.entry[0]);
  for (int k = 0; k < n; k++) a.entry[k] = entry[k];
  return a;
}

static void test_units_do_not_matter(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  for (double farad = 1; farad > 1e-30; farad *= 1e-3) {
    SparseMatrix a = capacitors(arena, farad, 1);
    equilibrate(&a, arena);
    for (int k = 0; k < a.n_entries; k++) {
      assert_true(fabs(a.entry[k].value) > 0.1);
      assert_true(fabs(a.entry[k].value) < 10);
    }
    assert_int_equal(elimination_choose(&a, 1e-11, arena, NULL), N);
    a = capacitors(arena, farad, -0.5);
    /* C v1' = i1, 2 C v1' = i2, i1 = i2/2 */
    equilibrate(&a, arena);
    assert_int_equal(elimination_choose(&a, 1e-11, arena, NULL), N - 1);
  }
  arena_destroy(arena);
}

static void test_rounding_does_not_grow(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  SparseEntry entry[] = {{0, 0, 1, true},      {0, 1, 1, true},
                         {1, 0, 1, true},      {1, 1, 1, true},
                         {1, 2, 1e-16, false}, {2, 2, 0, true}};
  SparseMatrix a = {
      .n_rows = 3, .n_columns = 3, .n_entries = 6, .entry = entry};
  equilibrate(&a, arena);
  assert_true(fabs(entry[4].value) <= 0);
  assert_int_equal(elimination_choose(&a, 1e-11, arena, NULL), 1);
  arena_destroy(arena);
}

static void test_what_is_exact(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  ExprTable *t = expr_table_create(arena);
  Walk *walk = walk_create(t, arena);
  ExprId x = expr_var(t, (VarId){0}), c = expr_const(t, 1e-15);
  assert_true(equilibrate_is_exact(t, walk, expr_mul(t, c, x)));
  assert_false(equilibrate_is_exact(t, walk, expr_add(t, c, x)));
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_units_do_not_matter),
      cmocka_unit_test(test_rounding_does_not_grow),
      cmocka_unit_test(test_what_is_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
