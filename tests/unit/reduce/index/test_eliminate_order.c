/* Which unknowns are taken out of a matrix: hand-made patterns, then random
 * ones against dense elimination. */
#include "test.h"

#include "reduce/index/eliminate_order.h"

enum { MOST = 30 };

typedef struct Matrix {
  JacobianEntry entry[MOST * MOST];
  bool safe[MOST * MOST];
  double a[MOST][MOST];
  Pattern p;
} Matrix;

static Arena *arena;

static int begin(void **state)
{
  (void)state;
  arena = arena_create("result");
  return 0;
}

static int end(void **state)
{
  (void)state;
  arena_destroy(arena);
  return 0;
}

static void clear(Matrix *m, int n_rows, int n_columns)
{
  memset(m->a, 0, sizeof m->a);
  m->p = (Pattern){n_rows, n_columns, m->entry, 0, m->safe, NULL};
}

static void put(Matrix *m, int row, int column, bool safe)
{
  m->entry[m->p.n_entries] = (JacobianEntry){row, column, NO_EXPR};
  m->safe[m->p.n_entries++] = safe;
}

static bool stays(const EliminateOrder *o, int row)
{
  for (int k = 0; k < o->n; k++) {
    if (o->row[k] == row) return false;
  }
  return true;
}

/* Each from a row of its own, which holds no other that comes later. */
static void check_order(const Matrix *m, const EliminateOrder *o)
{
  bool waits[MOST] = {false};
  int n_left = 0;
  for (int k = 0; k < o->n; k++) waits[o->column[k]] = true;
  for (int k = 0; k < o->n; k++) {
    bool found = false;
    assert_true(waits[o->column[k]]);
    for (int e = 0; e < m->p.n_entries; e++) {
      if (m->entry[e].row != o->row[k]) continue;
      bool own = m->entry[e].column == o->column[k];
      found |= own && m->safe[e];
      if (!own) assert_false(waits[m->entry[e].column]);
    }
    assert_true(found);
    waits[o->column[k]] = false;
  }
  for (int r = 0; r < m->p.n_rows; r++) n_left += o->left[r].n;
  assert_true(n_left <= m->p.n_entries);
}

/* c = cos(phi), s = sin(phi), x = l c, y = l s, and a constraint of x and y:
 * phi is all that is left, of a constraint with one column. */
static void test_rotation(void **state)
{
  enum { PHI, C, S, X, Y };
  Matrix m;
  (void)state;
  clear(&m, 5, 5);
  put(&m, 0, PHI, false);
  put(&m, 0, C, true);
  put(&m, 1, PHI, false);
  put(&m, 1, S, true);
  put(&m, 2, C, false);
  put(&m, 2, X, true);
  put(&m, 3, S, false);
  put(&m, 3, Y, true);
  put(&m, 4, X, false);
  put(&m, 4, Y, false);
  EliminateOrder o = eliminate_order(&m.p, arena);
  assert_int_equal(o.n, 4);
  check_order(&m, &o);
  assert_true(stays(&o, 4));
  assert_int_equal(o.left[4].n, 1);
  assert_int_equal(o.left[4].item[0], PHI);
}

/* x + y = ..., x - y = ...: one is solved for, the place of the other then
 * holds both, and may be zero for all that is known. */
static void test_circle(void **state)
{
  Matrix m;
  (void)state;
  clear(&m, 2, 2);
  put(&m, 0, 0, true);
  put(&m, 0, 1, true);
  put(&m, 1, 0, true);
  put(&m, 1, 1, true);
  EliminateOrder o = eliminate_order(&m.p, arena);
  assert_int_equal(o.n, 1);
  check_order(&m, &o);
}

static void test_nothing_safe(void **state)
{
  Matrix m;
  (void)state;
  clear(&m, 1, 2);
  put(&m, 0, 0, false);
  put(&m, 0, 1, false);
  EliminateOrder o = eliminate_order(&m.p, arena);
  assert_int_equal(o.n, 0);
  assert_int_equal(o.left[0].n, 2);
}

/* A sum that would be put into all rows of a full matrix stays. */
static void test_growth(void **state)
{
  enum { N = 10 };
  Matrix m;
  (void)state;
  clear(&m, N, 2 * N);
  for (int c = 0; c <= N; c++) put(&m, 0, c, c == 0);
  for (int r = 1; r < N; r++) {
    put(&m, r, 0, false);
    put(&m, r, N + r, false);
  }
  EliminateOrder o = eliminate_order(&m.p, arena);
  assert_int_equal(o.n, 0);
}

/* What is left of the numbers has the columns that are listed. */
static void check_left(Matrix *m, const EliminateOrder *o)
{
  for (int k = o->n - 1; k >= 0; k--) {
    int r = o->row[k], c = o->column[k];
    for (int i = 0; i < m->p.n_rows; i++) {
      double factor = m->a[i][c] / m->a[r][c];
      for (int j = 0; i != r && j < m->p.n_columns; j++) {
        m->a[i][j] -= factor * m->a[r][j];
      }
    }
  }
  for (int r = 0; r < m->p.n_rows; r++) {
    bool reported[MOST] = {false};
    if (!stays(o, r)) continue;
    for (int k = 0; k < o->left[r].n; k++) reported[o->left[r].item[k]] = true;
    for (int c = 0; c < m->p.n_columns; c++) {
      assert_true(reported[c] || fabs(m->a[r][c]) < 1e-9);
    }
  }
}

static void test_random(void **state)
{
  Matrix m;
  int n_eliminated = 0;
  (void)state;
  srand(7);
  for (int round = 0; round < 500; round++) {
    int n_rows = 1 + rand() % 15, n_columns = n_rows + rand() % 10;
    clear(&m, n_rows, n_columns);
    for (int r = 0; r < n_rows; r++) {
      for (int c = 0; c < n_columns; c++) {
        if (rand() % 5 > 0) continue;
        m.a[r][c] = 1 + rand() % 1000 / 1000.0;
        put(&m, r, c, rand() % 2 == 0);
      }
    }
    EliminateOrder o = eliminate_order(&m.p, arena);
    check_order(&m, &o);
    check_left(&m, &o);
    n_eliminated += o.n;
  }
  assert_true(n_eliminated > 1000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_rotation, begin, end),
      cmocka_unit_test_setup_teardown(test_circle, begin, end),
      cmocka_unit_test_setup_teardown(test_nothing_safe, begin, end),
      cmocka_unit_test_setup_teardown(test_growth, begin, end),
      cmocka_unit_test_setup_teardown(test_random, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
