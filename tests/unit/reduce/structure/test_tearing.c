/* Tearing: circuits whose torn unknowns are known, then random patterns. */
#include "test.h"

#include "reduce/structure/tearing.h"

enum { MOST = 40 };

typedef struct Matrix {
  JacobianEntry entry[MOST * MOST];
  bool safe[MOST * MOST];
  RotationKind turning[MOST * MOST];
  double a[MOST][MOST]; /* numbers of the entries, for linear systems */
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

static void clear(Matrix *m, int n)
{
  memset(m->a, 0, sizeof m->a);
  m->p = (Pattern){n, n, m->entry, 0, m->safe, m->turning};
}

static void put(Matrix *m, int row, int column, bool safe)
{
  m->entry[m->p.n_entries] = (JacobianEntry){row, column, NO_EXPR};
  m->turning[m->p.n_entries] = ROTATION_NONE;
  m->safe[m->p.n_entries++] = safe;
}

/* Each inner unknown from a row of its own that has only unknowns that are
 * known by then, by a safe entry. */
static void check_tearing(const Matrix *m, const Tearing *t)
{
  int n = m->p.n_rows;
  bool known[MOST] = {false}, used[MOST] = {false};
  assert_int_equal(t->n_inner + t->n_torn, n);
  for (int k = 0; k < t->n_torn; k++) known[t->torn[k]] = true;
  for (int k = 0; k < t->n_inner; k++) {
    int row = t->inner_row[k], column = t->inner_column[k];
    assert_false(used[row] || known[column]);
    used[row] = true;
    for (int e = 0; e < m->p.n_entries; e++) {
      if (m->entry[e].row != row) continue;
      if (m->entry[e].column == column)
        assert_true(m->safe[e]);
      else
        assert_true(known[m->entry[e].column]);
    }
    known[column] = true;
  }
}

/* u - v = R i, i = f(v): the diode's voltage decides about the current. */
static void test_diode(void **state)
{
  static Matrix m;
  (void)state;
  clear(&m, 2);
  put(&m, 0, 0, true); /* i */
  put(&m, 1, 0, true);
  put(&m, 0, 1, true); /* v */
  put(&m, 1, 1, false);
  Tearing t = tearing_choose(&m.p, arena, scratch);
  check_tearing(&m, &t);
  assert_int_equal(t.n_torn, 1);
}

static void test_nothing_is_safe(void **state)
{
  static Matrix m;
  (void)state;
  clear(&m, 3);
  for (int k = 0; k < 9; k++) put(&m, k % 3, k / 3, false);
  Tearing t = tearing_choose(&m.p, arena, scratch);
  assert_int_equal(t.n_inner, 0);
  assert_int_equal(t.n_torn, 3);
}

/* x[k] = f(x[k-1]) around a ring: one torn unknown would put f into itself
 * n times; every f has an iteration of its own instead. */
static void test_nonlinear_rows_are_not_nested(void **state)
{
  static Matrix m;
  (void)state;
  enum { N = 8 };
  clear(&m, N);
  for (int c = 0; c < N; c++) {
    put(&m, c, c, true);
    put(&m, (c + 1) % N, c, false);
  }
  Tearing t = tearing_choose(&m.p, arena, scratch);
  check_tearing(&m, &t);
  assert_int_equal(t.n_torn, N / 2);
}

/* The same ring of sines, or of products: what an angle leads to is computed,
 * but products alone are nonlinear as any other. */
static void test_rotations_are_nested(void **state)
{
  static Matrix m;
  (void)state;
  enum { N = 8 };
  for (int sines = 0; sines < 2; sines++) {
    clear(&m, N);
    for (int c = 0; c < N; c++) {
      put(&m, c, c, true);
      put(&m, (c + 1) % N, c, false);
      m.turning[m.p.n_entries - 1] = sines ? ROTATION_SINE : ROTATION_PRODUCT;
    }
    Tearing t = tearing_choose(&m.p, arena, scratch);
    check_tearing(&m, &t);
    assert_int_equal(t.n_torn, sines ? 1 : N / 2);
  }
}

/* A linear ring may be computed from one unknown, but not for ever. */
static void test_long_rows_are_cut(void **state)
{
  static Matrix m;
  (void)state;
  clear(&m, MOST);
  for (int c = 0; c < MOST; c++) {
    put(&m, c, c, true);
    put(&m, (c + 1) % MOST, c, true);
  }
  Tearing t = tearing_choose(&m.p, arena, scratch);
  check_tearing(&m, &t);
  assert_true(t.n_torn >= 3 && t.n_torn <= 6);
}

/* --- random linear systems: torn and plain solution --- */

/* Gaussian elimination with partial pivoting; right becomes the solution. */
static void solve_dense(int n, double a[MOST][MOST], double *right)
{
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k; i < n; i++) p = fabs(a[i][k]) > fabs(a[p][k]) ? i : p;
    for (int j = 0; j < n; j++) {
      double x = a[k][j];
      a[k][j] = a[p][j];
      a[p][j] = x;
    }
    double r = right[k];
    right[k] = right[p];
    right[p] = r;
    for (int i = 0; i < n; i++) {
      if (i == k) continue;
      double factor = a[i][k] / a[k][k];
      for (int j = k; j < n; j++) a[i][j] -= factor * a[k][j];
      right[i] -= factor * right[k];
    }
  }
  for (int k = 0; k < n; k++) right[k] /= a[k][k];
}

/* All unknowns from the torn ones, then the residuals of the other rows. */
static void residuals_of(const Matrix *m, const Tearing *t, const double *right,
                         double *x, double *residual)
{
  int n = m->p.n_rows, n_rest = 0;
  bool used[MOST] = {false};
  for (int k = 0; k < t->n_inner; k++) {
    int row = t->inner_row[k], column = t->inner_column[k];
    double sum = right[row];
    for (int j = 0; j < n; j++) {
      if (j != column) sum -= m->a[row][j] * x[j];
    }
    x[column] = sum / m->a[row][column];
    used[row] = true;
  }
  for (int i = 0; i < n; i++) {
    if (used[i]) continue;
    residual[n_rest] = -right[i];
    for (int j = 0; j < n; j++) residual[n_rest] += m->a[i][j] * x[j];
    n_rest++;
  }
  assert_int_equal(n_rest, t->n_torn);
}

static void solve_torn(const Matrix *m, const Tearing *t, const double *right,
                       double *x)
{
  static double a[MOST][MOST];
  double at_zero[MOST], moved[MOST];
  memset(x, 0, MOST * sizeof x[0]);
  residuals_of(m, t, right, x, at_zero);
  for (int k = 0; k < t->n_torn; k++) {
    memset(x, 0, MOST * sizeof x[0]);
    x[t->torn[k]] = 1;
    residuals_of(m, t, right, x, moved);
    for (int i = 0; i < t->n_torn; i++) a[i][k] = moved[i] - at_zero[i];
  }
  for (int i = 0; i < t->n_torn; i++) at_zero[i] = -at_zero[i];
  solve_dense(t->n_torn, a, at_zero);
  memset(x, 0, MOST * sizeof x[0]);
  for (int k = 0; k < t->n_torn; k++) x[t->torn[k]] = at_zero[k];
  residuals_of(m, t, right, x, moved);
}

static double number(void)
{
  return 2.0 * rand() / RAND_MAX - 1;
}

static void test_random_systems(void **state)
{
  static Matrix m;
  static double a[MOST][MOST];
  (void)state;
  srand(17);
  int n_inner = 0, n_unknowns = 0;
  for (int trial = 0; trial < 200; trial++) {
    int n = 2 + trial % 20;
    double right[MOST], plain[MOST], x[MOST];
    clear(&m, n);
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < n; i++) {
        if (i != j && rand() % n >= 2) continue;
        bool safe = rand() % 3 > 0;
        put(&m, i, j, safe);
        m.a[i][j] = safe ? (rand() % 2 ? 1 : -1) : number();
        if (i == j) m.a[i][j] *= 4;
      }
    }
    for (int i = 0; i < n; i++) plain[i] = right[i] = number();
    memcpy(a, m.a, sizeof a);
    solve_dense(n, a, plain);
    Tearing t = tearing_choose(&m.p, arena, scratch);
    check_tearing(&m, &t);
    solve_torn(&m, &t, right, x);
    for (int j = 0; j < n; j++) {
      assert_true(fabs(x[j] - plain[j]) < 1e-6 * (1 + fabs(plain[j])));
    }
    n_inner += t.n_inner;
    n_unknowns += n;
  }
  assert_true(n_inner > n_unknowns / 3); /* it does something */
}

int main(void)
{
#define IN_ARENAS(test) cmocka_unit_test_setup_teardown(test, begin, end)
  const struct CMUnitTest tests[] = {
      IN_ARENAS(test_diode),
      IN_ARENAS(test_nothing_is_safe),
      IN_ARENAS(test_nonlinear_rows_are_not_nested),
      IN_ARENAS(test_rotations_are_nested),
      IN_ARENAS(test_long_rows_are_cut),
      IN_ARENAS(test_random_systems),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
