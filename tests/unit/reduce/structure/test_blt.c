/* test_blt.c: blocks by hand, and against reachability on random graphs. */
#include "test.h"

#include "random_expr.h"
#include "reduce/structure/blt.h"

enum { CAP = 8 };

/* Row r is matched to column r; needs[r][c]: row r holds column c. */
static Matching *graph(Arena *arena, bool needs[CAP][CAP], int n)
{
  Matching *m = matching_create(arena, n, n);
  for (int r = 0; r < n; r++) {
    m->row[r].item = arena_array(arena, (size_t)n, sizeof(int));
    for (int c = 0; c < n; c++) {
      if (needs[r][c] || r == c) m->row[r].item[m->row[r].n++] = c;
    }
    m->row_col[r] = m->col_row[r] = r;
  }
  return m;
}

static void test_chain(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  bool needs[CAP][CAP] = {{false}};
  needs[0][1] = needs[1][2] = true;
  Blt blt = blt_order(graph(arena, needs, 3), arena);
  assert_int_equal(blt.n_blocks, 3);
  assert_int_equal(blt.row[0], 2);
  assert_int_equal(blt.row[1], 1);
  assert_int_equal(blt.row[2], 0);
  arena_destroy(arena);
}

static void test_loop(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  bool needs[CAP][CAP] = {{false}};
  needs[3][0] = needs[0][3] = true; /* a loop */
  needs[1][3] = true;               /* needs the loop */
  needs[0][2] = true;               /* needed by it */
  Blt blt = blt_order(graph(arena, needs, 4), arena);
  assert_int_equal(blt.n_blocks, 3);
  static const int rows[] = {2, 0, 3, 1}, start[] = {0, 1, 3, 4};
  assert_memory_equal(blt.row, rows, sizeof rows);
  assert_memory_equal(blt.start, start, sizeof start);
  arena_destroy(arena);
}

/* Excluded columns are known: they join nothing. */
static void test_known_columns(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  bool needs[CAP][CAP] = {{false}};
  needs[0][1] = needs[1][0] = true;
  Matching *m = graph(arena, needs, 2);
  m->excluded[1] = true;
  Blt blt = blt_order(m, arena);
  assert_int_equal(blt.n_blocks, 2);
  arena_destroy(arena);
}

static void reachable(bool reach[CAP][CAP], int n)
{
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) reach[i][j] |= reach[i][k] && reach[k][j];
    }
  }
}

/* Rows share a block exactly if each reaches the other; a row reaches only
 * its own block and earlier ones. */
static void test_random_graphs(void **state)
{
  (void)state;
  Random random = {1618};
  for (int trial = 0; trial < 2000; trial++) {
    Arena *arena = arena_create("test");
    bool reach[CAP][CAP] = {{false}};
    int n = 1 + random_below(&random, CAP), block[CAP];
    int density = 2 + random_below(&random, 8);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        reach[i][j] = random_below(&random, density) == 0;
      }
    }
    Blt blt = blt_order(graph(arena, reach, n), arena);
    reachable(reach, n);
    assert_int_equal(blt.start[blt.n_blocks], n);
    for (int k = 0; k < blt.n_blocks; k++) {
      for (int i = blt.start[k]; i < blt.start[k + 1]; i++) {
        block[blt.row[i]] = k;
        if (i > blt.start[k]) assert_true(blt.row[i - 1] < blt.row[i]);
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        bool together = i == j || (reach[i][j] && reach[j][i]);
        assert_int_equal(block[i] == block[j], together);
        if (reach[i][j]) assert_true(block[j] <= block[i]);
      }
    }
    arena_destroy(arena);
  }
}

/* One loop through 200,000 rows, then a chain of as many. */
static void test_large(void **state)
{
  (void)state;
  enum { N = 200000 };
  for (int loop = 0; loop < 2; loop++) {
    Arena *arena = arena_create("test");
    Matching *m = matching_create(arena, N, N);
    for (int r = 0; r < N; r++) {
      m->row[r] = (IntList){arena_array(arena, 2, sizeof(int)), 2};
      m->row[r].item[0] = r;
      m->row[r].item[1] = r + 1 < N ? r + 1 : loop ? 0 : r;
      m->row_col[r] = m->col_row[r] = r;
    }
    Blt blt = blt_order(m, arena);
    assert_int_equal(blt.n_blocks, loop ? 1 : N);
    arena_destroy(arena);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chain),
      cmocka_unit_test(test_loop),
      cmocka_unit_test(test_known_columns),
      cmocka_unit_test(test_random_graphs),
      cmocka_unit_test(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
