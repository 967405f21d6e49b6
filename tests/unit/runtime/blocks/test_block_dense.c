/* LU of dense matrices, small ones and those that are eliminated in panels. */
#include "test.h"

#include "blocks/block_dense.h"

enum { MOST = 131 };

typedef struct Dense {
  int n;
  double a[MOST * MOST], factor[MOST * MOST];
  double x[MOST], right[MOST], size[MOST];
  int pivot[MOST];
} Dense;

typedef enum Kind {
  FULL,
  ARROW,    /* a band with a last row and column that are full */
  SCATTERED /* few numbers, and two in each column that hold it together */
} Kind;

static bool is_there(const Dense *d, int i, int j, Kind kind, double dice)
{
  int apart = i > j ? i - j : j - i;
  switch (kind) {
  case FULL: return true;
  case ARROW: return apart <= 2 || i == d->n - 1 || j == d->n - 1;
  case SCATTERED: return i == j || i == d->n - 1 - j || dice > 0.9;
  }
  return false;
}

static void make(Dense *d, int n, Kind kind, unsigned *seed)
{
  d->n = n;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) {
      double value = next_number(seed), dice = next_number(seed);
      d->a[n * j + i] = is_there(d, i, j, kind, dice) ? value : 0;
    }
  }
}

/* right := A x */
static void multiply(Dense *d)
{
  for (int i = 0; i < d->n; i++) {
    d->right[i] = 0;
    for (int j = 0; j < d->n; j++) {
      d->right[i] += d->a[d->n * j + i] * d->x[j];
    }
  }
}

static int factor(Dense *d)
{
  memcpy(d->factor, d->a, sizeof d->a);
  return block_dense_factor(d->factor, d->n, d->pivot, d->size);
}

/* right := A' x, and back. */
static void check_transposed(Dense *d)
{
  for (int j = 0; j < d->n; j++) {
    d->right[j] = 0;
    for (int i = 0; i < d->n; i++) d->right[j] += d->a[d->n * j + i] * d->x[i];
  }
  block_dense_solve_transposed(d->factor, d->n, d->pivot, d->right);
  for (int i = 0; i < d->n; i++) {
    assert_true(fabs(d->right[i] - d->x[i]) < 1e-9);
  }
}

static void check(Dense *d, unsigned *seed)
{
  for (int j = 0; j < d->n; j++) d->x[j] = next_number(seed);
  multiply(d);
  assert_int_equal(factor(d), -1);
  block_dense_solve(d->factor, d->n, d->pivot, d->right);
  for (int j = 0; j < d->n; j++) {
    assert_true(fabs(d->right[j] - d->x[j]) < 1e-9);
  }
  check_transposed(d);
  /* partial pivoting: nothing below the diagonal is above 1 */
  for (int j = 0; j < d->n; j++) {
    for (int i = j + 1; i < d->n; i++) {
      assert_true(fabs(d->factor[d->n * j + i]) <= 1);
    }
  }
}

static void test_all_sizes(void **state)
{
  (void)state;
  static Dense d;
  unsigned seed = 1;
  for (int n = 1; n <= MOST; n++) {
    for (int kind = FULL; kind <= SCATTERED; kind++) {
      make(&d, n, (Kind)kind, &seed);
      check(&d, &seed);
    }
  }
}

/* The exchange of rows 1 and 5 takes a number of the first column to below all
 * that this column had. */
static void test_exchange_beyond_the_band(void **state)
{
  (void)state;
  static Dense d;
  unsigned seed = 3;
  int n = d.n = 60;
  for (int j = 0; j < n; j++) d.a[n * j + j] = 1;
  d.a[0] = 2;
  d.a[1] = 1;
  d.a[n + 1] = 0;
  d.a[n + 5] = 3;
  d.a[5 * n + 0] = 1;
  d.a[5 * n + 1] = 1;
  d.a[5 * n + 5] = 0;
  check(&d, &seed);
}

/* Column k repeats the first one, but for its length. */
static void test_singular_column(void **state)
{
  (void)state;
  static Dense d;
  unsigned seed = 2;
  for (int n = 2; n <= MOST; n += 43) {
    for (int k = 1; k < n; k++) {
      make(&d, n, FULL, &seed);
      for (int i = 0; i < n; i++) d.a[n * k + i] = -3 * d.a[i];
      assert_int_equal(factor(&d), k);
    }
  }
}

/* A permutation with signs: its determinant is known. */
static void test_sign(void **state)
{
  (void)state;
  static Dense d;
  for (int n = 2; n <= MOST; n++) {
    d.n = n;
    memset(d.a, 0, sizeof d.a);
    /* the cycle 0 -> 1 -> ... -> 0 */
    for (int j = 0; j < n; j++) d.a[n * j + (j + 1) % n] = j == 0 ? -2 : 2;
    assert_int_equal(factor(&d), -1);
    int of_cycle = n % 2 == 0 ? -1 : 1;
    assert_int_equal(block_dense_sign(d.factor, n, d.pivot), -of_cycle);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_sizes),
      cmocka_unit_test(test_exchange_beyond_the_band),
      cmocka_unit_test(test_singular_column),
      cmocka_unit_test(test_sign),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
