/* Orders of elimination: patterns whose best order is known, random ones. */
#include "test.h"

#include "reduce/structure/pivot_order.h"

enum { MOST = 60 };

typedef struct Matrix {
  JacobianEntry entry[MOST * MOST];
  bool safe[MOST * MOST];
  Pattern p;
} Matrix;

static Arena *arena, *scratch;

static int begin(void **state)
{
  (void)state;
  arena = arena_create("result");
  scratch = arena_create("scratch");
  return 0;
}

static int end(void **state)
{
  (void)state;
  arena_destroy(arena);
  arena_destroy(scratch);
  return 0;
}

static void clear(Matrix *m, int n_rows, int n_columns)
{
  m->p = (Pattern){n_rows, n_columns, m->entry, 0, m->safe, NULL};
}

static void put(Matrix *m, int row, int column, bool safe)
{
  m->entry[m->p.n_entries] = (JacobianEntry){row, column, NO_EXPR};
  m->safe[m->p.n_entries++] = safe;
}

/* A permutation of the columns, each row at most once. */
static void check_order(const Matrix *m, const PivotOrder *e)
{
  bool column[MOST] = {false}, row[MOST] = {false};
  for (int k = 0; k < m->p.n_columns; k++) {
    int c = e->column[k];
    assert_true(c >= 0 && c < m->p.n_columns && !column[c]);
    column[c] = true;
    if (e->row[c] < 0) continue;
    assert_false(row[e->row[c]]);
    row[e->row[c]] = true;
  }
}

/* Entries of the factors by elimination on a full table. */
static int count_fill(const Matrix *m, const PivotOrder *e)
{
  static bool a[MOST][MOST];
  int n = m->p.n_rows, fill = 0;
  bool done_row[MOST] = {false}, done_column[MOST] = {false};
  memset(a, 0, sizeof a);
  for (int k = 0; k < m->p.n_entries; k++) {
    a[m->entry[k].row][m->entry[k].column] = true;
  }
  for (int k = 0; k < n; k++) {
    int c = e->column[k], r = e->row[c];
    assert_true(r >= 0 && a[r][c]);
    done_row[r] = done_column[c] = true;
    for (int j = 0; j < n; j++) fill += a[r][j] && !done_column[j];
    for (int i = 0; i < n; i++) {
      if (done_row[i] || !a[i][c]) continue;
      fill++;
      for (int j = 0; j < n; j++) {
        if (!done_column[j]) a[i][j] |= a[r][j];
      }
    }
  }
  return fill;
}

static void test_arrow_and_band(void **state)
{
  static Matrix m;
  (void)state;
  enum { N = 40 };
  clear(&m, N, N);
  for (int j = 0; j < N; j++) {
    for (int i = 0; i < N; i++) {
      if (i == j || i == 0 || j == 0) put(&m, i, j, i == j);
    }
  }
  PivotOrder e = pivot_order(&m.p, arena, scratch);
  check_order(&m, &e);
  assert_int_equal(e.n_fill, 2 * (N - 1));
  assert_int_equal(count_fill(&m, &e), e.n_fill);

  clear(&m, N, N);
  for (int j = 0; j < N; j++) {
    for (int i = j > 0 ? j - 1 : 0; i < N && i <= j + 1; i++) {
      put(&m, i, j, true);
    }
  }
  e = pivot_order(&m.p, arena, scratch);
  check_order(&m, &e);
  assert_int_equal(e.n_fill, 2 * (N - 1));
}

/* m a = G' f, G a = g: the masses are safe, so all of them are eliminated
 * before a multiplier is, each in its own row; the rest is what G G' gives. */
static void test_safe_pivots_first(void **state)
{
  static Matrix m;
  (void)state;
  enum { N = 10 };
  clear(&m, 2 * N, 2 * N);
  for (int j = 0; j < N; j++) {
    put(&m, j, j, true);
    put(&m, N + j, j, false);
    if (j + 1 < N) put(&m, N + j + 1, j, false);
  }
  for (int j = 0; j < N; j++) {
    if (j > 0) put(&m, j - 1, N + j, false);
    put(&m, j, N + j, false);
  }
  PivotOrder e = pivot_order(&m.p, arena, scratch);
  check_order(&m, &e);
  assert_int_equal(e.n_safe, N);
  for (int c = 0; c < N; c++) assert_int_equal(e.row[c], c);
  assert_int_equal(count_fill(&m, &e), e.n_fill);
}

static void test_random_patterns(void **state)
{
  static Matrix m;
  (void)state;
  srand(3);
  for (int trial = 0; trial < 100; trial++) {
    int n = 1 + trial % 30;
    clear(&m, n, n);
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < n; i++) {
        if (i == j || rand() % n < 3) put(&m, i, j, rand() % 2);
      }
    }
    PivotOrder e = pivot_order(&m.p, arena, scratch);
    check_order(&m, &e);
    assert_int_equal(count_fill(&m, &e), e.n_fill);
    assert_true(e.n_fill <= n * (n - 1));
  }
}

int main(void)
{
#define IN_ARENAS(test) cmocka_unit_test_setup_teardown(test, begin, end)
  const struct CMUnitTest tests[] = {
      IN_ARENAS(test_arrow_and_band),
      IN_ARENAS(test_safe_pivots_first),
      IN_ARENAS(test_random_patterns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
