/* Sparse LU: random matrices against dense elimination, pivots, fill. */
#include "test.h"

#include "blocks/block_dense.h"
#include "blocks/block_sparse.h"

enum { MOST = 40, ENTRIES = MOST * MOST };

typedef struct Bench {
  int n, start[MOST + 1], row[ENTRIES];
  double value[ENTRIES];
  int column[MOST], preferred[MOST];
  int lu_start[2 * MOST + 1], index[ENTRIES], lu_row[MOST], position[MOST];
  double lu_value[ENTRIES], pivot[MOST], x[MOST];
  int mark[MOST], stack[MOST], at[MOST], reach[MOST], length[MOST];
  SparseMatrix a;
  SparseLu lu;
  SparseWork work;
} Bench;

static unsigned seed;

static void set_up(Bench *b, int n)
{
  memset(b, 0, sizeof *b);
  b->n = n;
  for (int k = 0; k < n; k++) {
    b->column[k] = k;
    b->preferred[k] = -1;
  }
  b->a = (SparseMatrix){.n = n,
                        .start = b->start,
                        .row = b->row,
                        .value = b->value,
                        .column = b->column,
                        .unknown = b->column,
                        .preferred = b->preferred};
  b->lu = (SparseLu){.capacity = ENTRIES,
                     .start = b->lu_start,
                     .index = b->index,
                     .value = b->lu_value,
                     .pivot = b->pivot,
                     .row = b->lu_row,
                     .position = b->position};
  b->work = (SparseWork){b->x,     b->mark,  b->stack,
                         b->at,    b->reach, b->length};
}

/* Each entry exists with the given probability. */
static void fill(Bench *b, double density)
{
  int e = 0;
  for (int j = 0; j < b->n; j++) {
    b->start[j] = e;
    for (int i = 0; i < b->n; i++) {
      if (i != (j + 1) % b->n && fabs(next_number(&seed)) > density) continue;
      b->row[e] = i;
      b->value[e++] = next_number(&seed);
    }
  }
  b->start[b->n] = e;
}

/* Some other order of elimination. */
static void shuffle(Bench *b)
{
  for (int k = b->n - 1; k > 0; k--) {
    int other = (int)((next_number(&seed) + 1) / 2 * (k + 1));
    if (other > k) other = k;
    int c = b->column[k];
    b->column[k] = b->column[other];
    b->column[other] = c;
  }
}

static void multiply(const Bench *b, const double *x, double *y)
{
  memset(y, 0, (size_t)b->n * sizeof y[0]);
  for (int j = 0; j < b->n; j++) {
    for (int e = b->start[j]; e < b->start[j + 1]; e++) {
      y[b->row[e]] += b->value[e] * x[j];
    }
  }
}

static void dense_of(const Bench *b, double *matrix)
{
  memset(matrix, 0, (size_t)(b->n * b->n) * sizeof matrix[0]);
  for (int j = 0; j < b->n; j++) {
    for (int e = b->start[j]; e < b->start[j + 1]; e++) {
      matrix[j * b->n + b->row[e]] = b->value[e];
    }
  }
}

/* w'x of the solution x is the sum of right-hand sides, weighted with the
 * solution of the transposed matrix for w. */
static void check_transposed(const Bench *b, const double *right,
                             const double *x)
{
  double weight[MOST], of_rows[MOST], by_unknowns = 0, by_rows = 0, size = 1;
  for (int j = 0; j < b->n; j++) weight[j] = next_number(&seed);
  block_sparse_solve_transposed(&b->a, &b->lu, weight, of_rows);
  for (int k = 0; k < b->n; k++) {
    by_unknowns += weight[k] * x[k];
    by_rows += of_rows[k] * right[k];
    size = fmax(size, fmax(fabs(of_rows[k]), fabs(x[k])));
  }
  assert_true(fabs(by_unknowns - by_rows) < 1e-11 * size * size);
}

/* The residual of a random right-hand side, and the sign, as dense. */
static void check(Bench *b)
{
  static double matrix[ENTRIES], size[MOST];
  double right[MOST], kept[MOST], x[MOST], y[MOST];
  int pivot[MOST];
  for (int i = 0; i < b->n; i++) kept[i] = right[i] = next_number(&seed);
  block_sparse_solve(&b->a, &b->lu, right, x);
  multiply(b, x, y);
  double largest = 1;
  for (int i = 0; i < b->n; i++) largest = fmax(largest, fabs(x[i]));
  for (int i = 0; i < b->n; i++) {
    assert_true(fabs(y[i] - kept[i]) < 1e-11 * largest);
  }
  check_transposed(b, kept, x);
  dense_of(b, matrix);
  assert_int_equal(block_dense_factor(matrix, b->n, pivot, size), -1);
  assert_int_equal(block_sparse_sign(&b->a, &b->lu, &b->work),
                   block_dense_sign(matrix, b->n, pivot));
}

static void test_random_matrices(void **state)
{
  static Bench b;
  (void)state;
  seed = 5;
  for (int trial = 0; trial < 400; trial++) {
    set_up(&b, 1 + trial % MOST);
    fill(&b, 0.02 + 0.5 * (trial % 7) / 7);
    if (trial % 2) shuffle(&b);
    int result = block_sparse_factor(&b.a, &b.lu, &b.work);
    assert_true(result != SPARSE_FULL);
    if (result != SPARSE_DONE) continue;
    check(&b);
    /* other numbers, same pivots; or new ones where these do not serve */
    for (int e = 0; e < b.start[b.n]; e++)
      b.value[e] *= 1 + next_number(&seed) / 3;
    if (!block_sparse_refactor(&b.a, &b.lu, &b.work) &&
        block_sparse_factor(&b.a, &b.lu, &b.work) != SPARSE_DONE) {
      continue;
    }
    check(&b);
  }
}

/* An arrow: eliminated from its tip it fills, from the other end it does
 * not. */
static void test_order_decides_about_fill(void **state)
{
  static Bench b;
  (void)state;
  enum { N = 30 };
  int fills[2];
  for (int way = 0; way < 2; way++) {
    int e = 0;
    set_up(&b, N);
    for (int j = 0; j < N; j++) {
      b.start[j] = e;
      for (int i = 0; i < N; i++) {
        if (i != j && i != 0 && j != 0) continue;
        b.row[e] = i;
        b.value[e++] = i == j ? N : 1;
      }
      b.column[j] = way == 0 ? j : N - 1 - j;
      b.preferred[j] = j;
    }
    b.start[N] = e;
    assert_int_equal(block_sparse_factor(&b.a, &b.lu, &b.work), SPARSE_DONE);
    check(&b);
    fills[way] = b.lu_start[2 * N];
  }
  assert_int_equal(fills[0], N * (N - 1));
  assert_int_equal(fills[1], 2 * (N - 1));
}

/* [tiny 1; 1 1]: the preferred pivot is refused when it is tiny. */
static void test_pivots(void **state)
{
  static Bench b;
  (void)state;
  for (int way = 0; way < 2; way++) {
    set_up(&b, 2);
    const int start[] = {0, 2, 4}, row[] = {0, 1, 0, 1};
    const double value[] = {way == 0 ? 0.5 : 1e-9, 1, 1, 1};
    memcpy(b.start, start, sizeof start);
    memcpy(b.row, row, sizeof row);
    memcpy(b.value, value, sizeof value);
    b.preferred[0] = 0;
    b.preferred[1] = 1;
    assert_int_equal(block_sparse_factor(&b.a, &b.lu, &b.work), SPARSE_DONE);
    assert_int_equal(b.lu_row[0], way == 0 ? 0 : 1);
    check(&b);
  }
  /* pivots that were good and are not any more */
  b.value[1] = 1e-9;
  b.value[0] = 1;
  assert_int_equal(block_sparse_refactor(&b.a, &b.lu, &b.work), 0);
}

/* Branches of one node: x_k - y_k = 0, y_k + small x_k = 1 and the sum of all
 * x_k, in the last row. The preferred pivots are the small ones: a sum that
 * took their place would fill everything. */
static void test_sums_are_no_pivots(void **state)
{
  static Bench b;
  enum { BRANCHES = 13, N = 2 * BRANCHES + 1 };
  (void)state;
  set_up(&b, N);
  int e = 0;
  for (int j = 0; j < N; j++) {
    int k = j / 2;
    bool is_x = j % 2 == 0 && j < N - 1;
    b.start[j] = e;
    b.preferred[j] = is_x ? 2 * k + 1 : j == N - 1 ? N - 1 : 2 * k;
    if (j < N - 1) {
      b.row[e] = 2 * k;
      b.value[e++] = is_x ? 1 : -1;
      b.row[e] = 2 * k + 1;
      b.value[e++] = is_x ? 1e-6 : 1;
    }
    for (int i = 1; j == N - 1 && i < N - 1; i += 2) {
      b.row[e] = i;
      b.value[e++] = -1;
    }
    if (is_x || j == N - 1) {
      b.row[e] = N - 1;
      b.value[e++] = 1;
    }
  }
  b.start[N] = e;
  assert_int_equal(block_sparse_factor(&b.a, &b.lu, &b.work), SPARSE_DONE);
  check(&b);
  assert_true(b.lu_start[2 * N] <= 6 * N);
}

/* A ring, 1 in the diagonal and -0.1 beside it, where all small ones are
 * preferred: each would do, all of them make the last pivot 1e39. */
static void test_growth(void **state)
{
  static Bench b;
  enum { N = 40 };
  (void)state;
  set_up(&b, N);
  for (int j = 0; j < N; j++) {
    b.start[j] = 2 * j;
    b.row[2 * j] = j;
    b.value[2 * j] = 1;
    b.row[2 * j + 1] = (j + 1) % N;
    b.value[2 * j + 1] = -0.1;
    b.preferred[j] = (j + 1) % N;
  }
  b.start[N] = 2 * N;
  assert_int_equal(block_sparse_factor(&b.a, &b.lu, &b.work), SPARSE_DONE);
  check(&b);
  /* factors that are good as long as both are of one size */
  for (int e = 0; e < 2 * N; e++) b.value[e] = e % 2 == 0 ? 0.9 : -1;
  assert_int_equal(block_sparse_factor(&b.a, &b.lu, &b.work), SPARSE_DONE);
  check(&b);
  for (int e = 0; e < 2 * N; e++) b.value[e] = e % 2 == 0 ? 1 : -0.1;
  assert_int_equal(block_sparse_refactor(&b.a, &b.lu, &b.work), 0);
}

static void test_singular_and_full(void **state)
{
  static Bench b;
  (void)state;
  set_up(&b, 3);
  seed = 9;
  fill(&b, 2);
  for (int i = 0; i < 3; i++) b.value[6 + i] = b.value[i] + b.value[3 + i];
  assert_int_equal(block_sparse_factor(&b.a, &b.lu, &b.work), 2);
  fill(&b, 2);
  b.lu.capacity = 5;
  assert_int_equal(block_sparse_factor(&b.a, &b.lu, &b.work), SPARSE_FULL);
  b.lu.capacity = 6;
  assert_int_equal(block_sparse_factor(&b.a, &b.lu, &b.work), SPARSE_DONE);
  check(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_matrices),
      cmocka_unit_test(test_order_decides_about_fill),
      cmocka_unit_test(test_pivots),
      cmocka_unit_test(test_sums_are_no_pivots), cmocka_unit_test(test_growth),
      cmocka_unit_test(test_singular_and_full),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
