/* Orders of columns for any pivots: chains and bands; the entries of the
 * factors as by elimination on a full table. */
#include "test.h"

#include "reduce/structure/column_order.h"

enum { MOST = 80 };

typedef struct Matrix {
  JacobianEntry entry[MOST * MOST];
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
  m->p = (Pattern){n_rows, n_columns, m->entry, 0, NULL, NULL};
}

static void put(Matrix *m, int row, int column)
{
  m->entry[m->p.n_entries++] = (JacobianEntry){row, column, NO_EXPR};
}

static void check_columns(const Matrix *m, const PivotOrder *e)
{
  bool column[MOST] = {false};
  assert_null(e->row);
  for (int k = 0; k < m->p.n_columns; k++) {
    int c = e->column[k];
    assert_true(c >= 0 && c < m->p.n_columns && !column[c]);
    column[c] = true;
  }
}

/* The pivot of each column: its shortest row of the matrix. */
static int shortest_row(const Matrix *m, bool a[MOST][MOST], const bool *done,
                        int c)
{
  int best = -1, length[MOST] = {0};
  for (int k = 0; k < m->p.n_entries; k++) length[m->entry[k].row]++;
  for (int r = 0; r < m->p.n_rows; r++) {
    if (done[r] || !a[r][c]) continue;
    if (best < 0 || length[r] < length[best]) best = r;
  }
  return best;
}

/* -1: a column has no pivot. */
static int count_fill(const Matrix *m, const int *column)
{
  static bool a[MOST][MOST];
  bool done[MOST] = {false};
  int n = m->p.n_rows, fill = 0;
  memset(a, 0, sizeof a);
  for (int k = 0; k < m->p.n_entries; k++) {
    a[m->entry[k].row][m->entry[k].column] = true;
  }
  for (int k = 0; k < n; k++) {
    int r = shortest_row(m, a, done, column[k]);
    if (r < 0) return -1;
    done[r] = true;
    for (int j = k + 1; j < n; j++) fill += a[r][column[j]];
    for (int i = 0; i < n; i++) {
      if (done[i] || !a[i][column[k]]) continue;
      fill++;
      for (int j = k + 1; j < n; j++) a[i][column[j]] |= a[r][column[j]];
    }
  }
  return fill;
}

/* A chain of links in the plane, for any choice of its coordinates. */
static void test_any_columns(void **state)
{
  static Matrix m;
  (void)state;
  enum { N = 20 };
  clear(&m, N, 2 * N);
  for (int c = 0; c < 2 * N; c++) {
    put(&m, c / 2, c);
    if (c / 2 + 1 < N) put(&m, c / 2 + 1, c);
  }
  PivotOrder e = column_order(&m.p, arena, scratch);
  check_columns(&m, &e);
  assert_true(e.n_fill <= 2 * N * 6); /* a band of three on either side */
}

/* A band keeps the entries that it has; one long row is left to the end. */
static void test_band_and_long_row(void **state)
{
  static Matrix m;
  (void)state;
  enum { N = 70 };
  clear(&m, N, N);
  for (int j = 0; j < N; j++) {
    put(&m, 0, j);
    if (j > 0) put(&m, j, j);
    if (j + 1 < N) put(&m, j + 1, j);
  }
  PivotOrder e = column_order(&m.p, arena, scratch);
  check_columns(&m, &e);
  int fill = column_order_fill(&m.p, e.column, 10 * N, scratch);
  assert_true(fill <= 2 * (N - 1));
}

/* No two rows are equally long, so that there is one shortest row. */
static void test_fill_of_any_order(void **state)
{
  static Matrix m;
  (void)state;
  srand(5);
  for (int trial = 0; trial < 200; trial++) {
    int n = 1 + trial % 12;
    clear(&m, n, n);
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < n; i++) {
        /* row i has i + 1 entries, the diagonal is one of them */
        if ((j - i + n) % n <= i) put(&m, i, j);
      }
    }
    PivotOrder e = column_order(&m.p, arena, scratch);
    check_columns(&m, &e);
    for (int k = n - 1; k > 0; k--) {
      int other = rand() % (k + 1), c = e.column[k];
      e.column[k] = e.column[other];
      e.column[other] = c;
    }
    int fill = count_fill(&m, e.column);
    if (fill < 0) fill = n * n;
    assert_int_equal(column_order_fill(&m.p, e.column, n * n, scratch), fill);
    if (fill > 1)
      assert_int_equal(column_order_fill(&m.p, e.column, fill / 2, scratch),
                       fill / 2);
  }
}

int main(void)
{
#define IN_ARENAS(test) cmocka_unit_test_setup_teardown(test, begin, end)
  const struct CMUnitTest tests[] = {
      IN_ARENAS(test_any_columns),
      IN_ARENAS(test_band_and_long_row),
      IN_ARENAS(test_fill_of_any_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
