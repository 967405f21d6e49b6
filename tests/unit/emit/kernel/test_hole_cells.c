/* test_hole_cells.c: indices and numbers come back from where they were put. */
#include "test.h"

#include "emit/kernel/hole_cells.h"

/* An index, a number, an index, again and again. */
static void test_equal_distances(void **state)
{
  (void)state;
  enum { N_ITEMS = 3000 };
  Arena *arena = arena_create("test");
  HoleCells cells = {.arena = arena};
  int stride = 0;
  for (int k = 0; k < N_ITEMS; k++) {
    const Hole hole[] = {
        {.index = k}, {.is_number = true, .number = 0.1 * k}, {.index = -k}};
    hole_cells_put(&cells, hole, 3);
    if (k > 0) continue;
    for (int h = 0; h < 3; h++) stride += hole_cells_size(&hole[h]);
  }
  assert_int_equal(stride, 4);
  assert_int_equal(cells.n_cells, N_ITEMS * stride);
  for (int k = 0; k < N_ITEMS; k++) {
    const int32_t *cell = cells.cell + k * stride;
    assert_int_equal(cell[0], k);
    assert_true(hole_cells_number(cell + 1) == 0.1 * k);
    assert_int_equal(cell[3], -k);
  }
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_equal_distances)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
