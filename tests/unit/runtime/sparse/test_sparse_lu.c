/* Sparse factors beside dense ones: random structures of every kind, pivots
 * that are missing on the diagonal, values that change. */
#include "test.h"

#include "sparse/sparse_lu.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 40 };

typedef struct Matrix {
  int n, start[MOST + 1], row[MOST * MOST];
  double value[MOST * MOST], dense[MOST][MOST];
} Matrix;

static unsigned roll(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

static double roll_value(unsigned *seed)
{
  return ((double)roll(seed) / (1 << 24) - 0.5) * 4;
}

static void fill_values(Matrix *m, unsigned *seed)
{
  memset(m->dense, 0, sizeof m->dense);
  for (int j = 0; j < m->n; j++) {
    for (int e = m->start[j]; e < m->start[j + 1]; e++) {
      m->value[e] = roll_value(seed);
      m->dense[m->row[e]][j] = m->value[e];
    }
  }
}

/* Each row has an entry on a random diagonal; others by chance. */
static void make_structure(Matrix *m, int n, unsigned per_mille, bool own_rows,
                           unsigned *seed)
{
  int diagonal[MOST], k = 0;
  m->n = n;
  for (int i = 0; i < n; i++) diagonal[i] = i;
  for (int i = n - 1; i > 0 && !own_rows; i--) {
    int other = (int)(roll(seed) % (unsigned)(i + 1));
    int before = diagonal[i];
    diagonal[i] = diagonal[other];
    diagonal[other] = before;
  }
  for (int j = 0; j < n; j++) {
    m->start[j] = k;
    for (int i = 0; i < n; i++) {
      if (diagonal[j] == i || roll(seed) % 1000 < per_mille) m->row[k++] = i;
    }
  }
  m->start[n] = k;
}

static SparseStructure structure_of(const Matrix *m)
{
  return (SparseStructure){m->n, m->start, m->row};
}

/* Gauss with pivots; the smallest of them beside the largest entry. */
static double dense_smallest_pivot(const Matrix *m)
{
  static double a[MOST][MOST];
  double smallest = 1e300;
  memcpy(a, m->dense, sizeof a);
  for (int k = 0; k < m->n; k++) {
    int best = k;
    for (int i = k + 1; i < m->n; i++) {
      if (fabs(a[i][k]) > fabs(a[best][k])) best = i;
    }
    for (int j = 0; j < m->n; j++) {
      double before = a[k][j];
      a[k][j] = a[best][j];
      a[best][j] = before;
    }
    smallest = fmin(smallest, fabs(a[k][k]));
    if (a[k][k] == 0) return 0;
    for (int i = k + 1; i < m->n; i++) {
      double factor = a[i][k] / a[k][k];
      for (int j = k; j < m->n; j++) a[i][j] -= factor * a[k][j];
    }
  }
  return smallest;
}

/* b = A x with a known x: what is solved for comes back. */
static void expect_solution(SparseLu *lu, const Matrix *m, double bound)
{
  double b[MOST] = {0}, x[MOST];
  for (int i = 0; i < m->n; i++) {
    for (int j = 0; j < m->n; j++) b[i] += m->dense[i][j] * (1 + j % 7);
  }
  sparse_lu_solve(lu, b, x);
  for (int i = 0; i < m->n; i++) {
    double rest = 0, size = 0;
    for (int j = 0; j < m->n; j++) {
      rest += m->dense[i][j] * x[j];
      size += fabs(m->dense[i][j] * x[j]);
    }
    assert_true(fabs(rest - b[i]) <= bound * (size + fabs(b[i])));
  }
  sparse_lu_solve(lu, b, b); /* in place */
  assert_memory_equal(b, x, (size_t)m->n * sizeof x[0]);
}

static void expect_places(const SparseLu *lu, const Matrix *m)
{
  int place_of_row[MOST], block_of[MOST], seen[MOST] = {0};
  const SparseOrder *order = &lu->order;
  assert_int_equal(order->block[0], 0);
  assert_int_equal(order->block[order->n_blocks], m->n);
  for (int b = 0; b < order->n_blocks; b++) {
    for (int k = order->block[b]; k < order->block[b + 1]; k++) block_of[k] = b;
  }
  for (int k = 0; k < m->n; k++) {
    place_of_row[order->row[k]] = k;
    seen[order->row[k]]++;
  }
  for (int i = 0; i < m->n; i++) assert_int_equal(seen[i], 1);
  for (int k = 0; k < m->n; k++) {
    int j = order->column[k];
    for (int e = m->start[j]; e < m->start[j + 1]; e++) {
      assert_true(block_of[place_of_row[m->row[e]]] <= block_of[k]);
    }
  }
}

static int try_matrix(Matrix *m, SparseOrdering how, unsigned *seed)
{
  SparseLu lu;
  int n_solved = 0;
  SparseStructure structure = structure_of(m);
  assert_true(sparse_lu_create(&lu, m->n));
  assert_int_equal(sparse_lu_analyze(&lu, &structure, how), LU_GOOD);
  expect_places(&lu, m);
  LuResult result = LU_SINGULAR;
  for (int round = 0; round < 4; round++) {
    fill_values(m, seed);
    bool again = result == LU_GOOD && round % 2 == 1;
    result = again ? sparse_lu_factor_again(&lu, &structure, m->value)
                   : sparse_lu_factor(&lu, &structure, m->value);
    if (again && result == LU_SINGULAR)
      result = sparse_lu_factor(&lu, &structure, m->value);
    if (dense_smallest_pivot(m) < 1e-4) continue;
    assert_int_equal(result, LU_GOOD);
    expect_places(&lu, m);
    expect_solution(&lu, m, 1e-8); /* pivots may be a thousandth */
    n_solved++;
  }
  sparse_lu_free(&lu);
  return n_solved;
}

static void test_random_matrices(void **state)
{
  (void)state;
  static Matrix m;
  static const unsigned per_mille[] = {0, 20, 60, 150, 500, 1000};
  unsigned seed = 1;
  int n_solved = 0;
  for (int k = 0; k < 3000; k++) {
    int n = 1 + (int)(roll(&seed) % MOST);
    make_structure(&m, n, per_mille[k % 6], k % 4 == 0, &seed);
    n_solved +=
        try_matrix(&m, k % 2 ? ORDERED_BY_BOTH : ORDERED_BY_COLUMNS, &seed);
  }
  assert_true(n_solved > 10000);
}

/* Chains are taken apart: every block is a single entry, nothing fills up. */
static void test_blocks(void **state)
{
  (void)state;
  static Matrix m = {.n = MOST};
  int k = 0;
  for (int j = 0; j < MOST; j++) { /* column j: rows j and j - 1, renamed */
    m.start[j] = k;
    m.row[k++] = (7 * j) % MOST;
    if (j > 0) m.row[k++] = (7 * (j - 1)) % MOST;
  }
  m.start[MOST] = k;
  unsigned seed = 5;
  fill_values(&m, &seed);
  SparseLu lu;
  SparseStructure structure = structure_of(&m);
  assert_true(sparse_lu_create(&lu, MOST));
  assert_int_equal(sparse_lu_analyze(&lu, &structure, ORDERED_BY_BOTH),
                   LU_GOOD);
  assert_int_equal(lu.order.n_blocks, MOST);
  assert_int_equal(sparse_lu_factor(&lu, &structure, m.value), LU_GOOD);
  assert_true(sparse_lu_fill(&lu) == MOST);
  expect_solution(&lu, &m, 1e-10);
  sparse_lu_free(&lu);
}

static LuResult factor_of_two(const double *value, bool again)
{
  static const int start[] = {0, 2, 4}, row[] = {0, 1, 0, 1};
  static const double good[] = {4, 1, 1, 4};
  SparseStructure structure = {2, start, row};
  SparseLu lu;
  assert_true(sparse_lu_create(&lu, 2));
  assert_int_equal(sparse_lu_analyze(&lu, &structure, ORDERED_BY_BOTH),
                   LU_GOOD);
  if (again) assert_int_equal(sparse_lu_factor(&lu, &structure, good), LU_GOOD);
  LuResult result = again ? sparse_lu_factor_again(&lu, &structure, value)
                          : sparse_lu_factor(&lu, &structure, value);
  for (int k = 0; k < 2; k++) assert_true(lu.work[k] == 0);
  sparse_lu_free(&lu);
  return result;
}

static void test_singular(void **state)
{
  (void)state;
  static const double zero[] = {0, 0, 0, 0}, twice[] = {1, 2, 2, 4};
  static const double missing[] = {1, NAN, 2, 3}, swapped[] = {0, 1, 1, 0};
  static const double tiny[] = {1e-9, 1, 1, 1e-9};
  for (int again = 0; again < 2; again++) {
    assert_int_equal(factor_of_two(zero, again), LU_SINGULAR);
    assert_int_equal(factor_of_two(twice, again), LU_SINGULAR);
    assert_int_equal(factor_of_two(missing, again), LU_SINGULAR);
    /* the diagonal was the pivot, and is too small now */
    assert_int_equal(factor_of_two(swapped, again),
                     again ? LU_SINGULAR : LU_GOOD);
    assert_int_equal(factor_of_two(tiny, again), again ? LU_SINGULAR : LU_GOOD);
  }
}

/* No diagonal without an empty entry: one block, and no solution. */
static void test_no_diagonal(void **state)
{
  (void)state;
  static const int start[] = {0, 1, 2, 4}, row[] = {0, 0, 1, 2};
  static const double value[] = {1, 2, 3, 4};
  SparseStructure structure = {3, start, row};
  SparseLu lu;
  assert_true(sparse_lu_create(&lu, 3));
  assert_int_equal(sparse_lu_analyze(&lu, &structure, ORDERED_BY_BOTH),
                   LU_GOOD);
  assert_int_equal(lu.order.n_blocks, 1);
  assert_int_equal(sparse_lu_factor(&lu, &structure, value), LU_SINGULAR);
  sparse_lu_free(&lu);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_matrices),
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_singular),
      cmocka_unit_test(test_no_diagonal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
