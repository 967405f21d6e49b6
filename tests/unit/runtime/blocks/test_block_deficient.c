/* Shortest solutions of linear equations that follow from each other. */
#include "test.h"

#include "blocks/block_deficient.h"

enum { N = 7 };

/* The first `rank` equations are independent, each later one is the sum of
 * two of them. */
static void make_equations(double *a, int rank, unsigned *seed)
{
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      a[N * i + j] = i < rank
                         ? next_number(seed)
                         : a[N * (i % rank) + j] + a[N * ((i + 1) % rank) + j];
    }
  }
}

static double product(const double *a, const double *x)
{
  double sum = 0;
  for (int j = 0; j < N; j++) sum += a[j] * x[j];
  return sum;
}

/* What solves the equations and stands at right angles to all that can be
 * added to it is the shortest solution. */
static void check_rank(int rank, unsigned *seed)
{
  double a[N * N], factor[N * N], one[N], right[N], x[N], open[N];
  int order[N];
  make_equations(a, rank, seed);
  memcpy(factor, a, sizeof a);
  for (int j = 0; j < N; j++) one[j] = next_number(seed);
  for (int i = 0; i < N; i++) right[i] = product(a + N * i, one);
  assert_int_equal(block_deficient_factor(factor, N, order), rank);
  block_deficient_solve(factor, N, rank, order, right, x);
  for (int i = 0; i < N; i++) {
    assert_true(fabs(product(a + N * i, x) - right[i]) < 1e-12);
  }
  for (int j = 0; j < N; j++) open[j] = one[j] - x[j];
  assert_true(fabs(product(open, x)) < 1e-12);
  double weight[N], lost[N], of_right[N];
  for (int j = 0; j < N; j++) lost[j] = weight[j] = next_number(seed);
  block_deficient_solve_transposed(factor, N, rank, order, lost, of_right);
  assert_true(fabs(product(weight, x) - product(of_right, right)) < 1e-11);
}

static void test_every_rank(void **state)
{
  (void)state;
  unsigned seed = 1;
  for (int rank = 1; rank <= N; rank++) {
    for (int k = 0; k < 20; k++) check_rank(rank, &seed);
  }
}

static void test_nothing_at_all(void **state)
{
  (void)state;
  double matrix[4] = {0, 0, 0, 0}, right[2] = {1, 1}, x[2];
  int order[2];
  assert_int_equal(block_deficient_factor(matrix, 2, order), 0);
  block_deficient_solve(matrix, 2, 0, order, right, x);
  assert_true(x[0] == 0 && x[1] == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_rank),
      cmocka_unit_test(test_nothing_at_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
