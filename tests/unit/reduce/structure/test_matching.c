/* test_matching.c: small graphs by hand, random ones against all ways to
 * assign them. */
#include "test.h"

#include "random_expr.h"
#include "reduce/structure/matching.h"

/* Rows as bit sets of columns. */
static Matching *graph(Arena *arena, const unsigned *row, int n_rows,
                       int n_cols)
{
  Matching *m = matching_create(arena, n_rows, n_cols);
  for (int r = 0; r < n_rows; r++) {
    m->row[r].item = arena_array(arena, (size_t)n_cols, sizeof(int));
    for (int c = 0; c < n_cols; c++) {
      if (row[r] & (1u << c)) m->row[r].item[m->row[r].n++] = c;
    }
  }
  return m;
}

static int match_all(Matching *m)
{
  int n = 0;
  for (int r = 0; r < m->n_rows; r++) n += matching_augment(m, r);
  return n;
}

/* Both directions agree, each pair is an edge. */
static void check_matching(const Matching *m)
{
  for (int c = 0; c < m->n_cols; c++) {
    int r = m->col_row[c];
    if (r < 0) continue;
    assert_false(m->excluded[c]);
    assert_int_equal(m->row_col[r], c);
    bool edge = false;
    for (int k = 0; k < m->row[r].n; k++) edge |= m->row[r].item[k] == c;
    assert_true(edge);
  }
  for (int r = 0; r < m->n_rows; r++) {
    if (m->row_col[r] >= 0) assert_int_equal(m->col_row[m->row_col[r]], r);
  }
}

/* The largest number of rows that can be given different columns. */
static int exhaustive(const unsigned *row, int n_rows, unsigned free)
{
  if (n_rows == 0) return 0;
  int best = exhaustive(row + 1, n_rows - 1, free);
  for (unsigned c = row[0] & free; c; c &= c - 1) {
    int with = 1 + exhaustive(row + 1, n_rows - 1, free & ~(c & -c));
    if (with > best) best = with;
  }
  return best;
}

static void test_by_hand(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  /* row 0 takes column 0 first and must give it to row 1 */
  static const unsigned row[] = {0x3, 0x1};
  Matching *m = graph(arena, row, 2, 2);
  assert_true(matching_augment(m, 0));
  assert_int_equal(m->row_col[0], 0);
  assert_true(matching_augment(m, 1));
  assert_int_equal(m->row_col[0], 1);
  assert_int_equal(m->row_col[1], 0);
  check_matching(m);
  arena_destroy(arena);
}

/* Three rows share two columns: all of it is reached, row 3 is not. */
static void test_what_a_failing_search_reached(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  static const unsigned row[] = {0x3, 0x3, 0x4, 0x3};
  Matching *m = graph(arena, row, 4, 3);
  for (int r = 0; r < 3; r++) assert_true(matching_augment(m, r));
  assert_false(matching_augment(m, 3));
  assert_int_equal(m->n_reached_rows, 3);
  assert_int_equal(m->n_reached_cols, 2);
  assert_int_equal(m->reached_row[0], 3);
  for (int k = 0; k < 3; k++) assert_int_not_equal(m->reached_row[k], 2);
  check_matching(m);
  matching_reach_begin(m);
  matching_reach(m, 3);
  assert_int_equal(m->n_reached_rows, 3);
  assert_int_equal(m->n_reached_cols, 2);
  arena_destroy(arena);
}

static void test_excluded_columns_do_not_exist(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  static const unsigned row[] = {0x3, 0x2};
  Matching *m = graph(arena, row, 2, 2);
  m->excluded[0] = true;
  assert_true(matching_augment(m, 0));
  assert_int_equal(m->row_col[0], 1);
  assert_false(matching_augment(m, 1));
  check_matching(m);
  arena_destroy(arena);
}

static void test_empty_row(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  static const unsigned row[] = {0};
  Matching *m = graph(arena, row, 1, 1);
  assert_false(matching_augment(m, 0));
  assert_int_equal(m->n_reached_rows, 1);
  assert_int_equal(m->n_reached_cols, 0);
  arena_destroy(arena);
}

static void test_growing_keeps_the_matching(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  static const unsigned row[] = {0x1};
  static int next[] = {0, 1};
  Matching *m = graph(arena, row, 1, 1);
  assert_true(matching_augment(m, 0));
  matching_grow(m, 2, 2);
  assert_int_equal(m->row_col[0], 0);
  assert_int_equal(m->row_col[1], -1);
  assert_int_equal(m->col_row[1], -1);
  m->row[1] = (IntList){next, 2};
  assert_true(matching_augment(m, 1));
  assert_int_equal(m->row_col[1], 1);
  check_matching(m);
  arena_destroy(arena);
}

/* As many rows as an exhaustive search finds; a row that fails is part of a
 * set of rows with too few columns (Hall's condition). */
static void test_random_graphs(void **state)
{
  (void)state;
  Random random = {2718};
  for (int trial = 0; trial < 2000; trial++) {
    Arena *arena = arena_create("test");
    unsigned row[7], all = 0;
    int n_rows = 1 + random_below(&random, 7);
    int n_cols = 1 + random_below(&random, 7);
    int density = 2 + random_below(&random, 4);
    for (int r = 0; r < n_rows; r++) {
      row[r] = 0;
      for (int c = 0; c < n_cols; c++) {
        if (random_below(&random, density) == 0) row[r] |= 1u << c;
      }
      all |= row[r];
    }
    Matching *m = graph(arena, row, n_rows, n_cols);
    int n = 0;
    for (int r = 0; r < n_rows; r++) {
      if (matching_augment(m, r)) {
        n++;
        continue;
      }
      unsigned columns = 0;
      for (int k = 0; k < m->n_reached_rows; k++) {
        columns |= row[m->reached_row[k]];
      }
      assert_int_equal(__builtin_popcount(columns), m->n_reached_cols);
      assert_int_equal(m->n_reached_rows, m->n_reached_cols + 1);
    }
    check_matching(m);
    assert_int_equal(n, exhaustive(row, n_rows, all));
    Matching *last = graph(arena, row, n_rows, n_cols);
    for (int r = 0; r < n_rows; r++) {
      assert_int_equal(matching_augment_last(last, r), m->row_col[r] >= 0);
    }
    arena_destroy(arena);
  }
}

/* A chain of n - 1 columns with a row between each two, all matched, and n
 * rows more that find nothing: the chain is searched once. */
static int64_t failing_work(int n)
{
  Arena *arena = arena_create("test");
  Matching *m = matching_create(arena, 2 * n, n - 1);
  for (int r = 0; r < 2 * n; r++) {
    int column = r < n ? r : r - n;
    int *item = arena_array(arena, 2, sizeof(int));
    if (column > n - 2) column = n - 2;
    item[0] = column;
    item[1] = column > 0 ? column - 1 : 0;
    m->row[r] = (IntList){item, 2};
    matching_augment_last(m, r);
  }
  int64_t work = m->work;
  arena_destroy(arena);
  return work;
}

static void test_failing_searches_are_linear(void **state)
{
  (void)state;
  int64_t small = failing_work(500), large = failing_work(4000);
  assert_true(small > 500 && large < 9 * small);
}

/* Row k holds columns k and k+1 and is matched to k+1; the last row pushes
 * all of them down: one path of 200,000 steps. */
static void test_long_path(void **state)
{
  (void)state;
  enum { N = 200000 };
  Arena *arena = arena_create("test");
  Matching *m = matching_create(arena, N + 1, N + 1);
  for (int r = 0; r < N; r++) {
    m->row[r] = (IntList){arena_array(arena, 2, sizeof(int)), 2};
    m->row[r].item[0] = r + 1;
    m->row[r].item[1] = r;
  }
  m->row[N] = (IntList){arena_array(arena, 1, sizeof(int)), 1};
  m->row[N].item[0] = N;
  assert_int_equal(match_all(m), N + 1);
  for (int r = 0; r <= N; r++) assert_int_equal(m->row_col[r], r);
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_by_hand),
      cmocka_unit_test(test_what_a_failing_search_reached),
      cmocka_unit_test(test_excluded_columns_do_not_exist),
      cmocka_unit_test(test_empty_row),
      cmocka_unit_test(test_growing_keeps_the_matching),
      cmocka_unit_test(test_random_graphs),
      cmocka_unit_test(test_long_path),
      cmocka_unit_test(test_failing_searches_are_linear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
