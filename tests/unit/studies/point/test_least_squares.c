/* test_least_squares.c: regular, overdetermined and singular systems. */
#include "test.h"

#include "studies/point/least_squares.h"

static void solve(const double *a, int n_rows, int n_columns, const double *b,
                  int rank, const double *expected)
{
  Arena *arena = arena_create("test");
  double copy[16], right[4], x[4];
  memcpy(copy, a, (size_t)(n_rows * n_columns) * sizeof(double));
  memcpy(right, b, (size_t)n_rows * sizeof(double));
  LeastSquares q = least_squares_make(arena, copy, n_rows, n_columns, 1e-10);
  assert_int_equal(q.rank, rank);
  least_squares_solve(&q, right, x);
  for (int j = 0; j < n_columns; j++)
    assert_true(fabs(x[j] - expected[j]) < 1e-13);
  for (int k = 0; k < n_columns - rank; k++) {
    for (int i = 0; i < n_rows; i++) {
      double product = 0;
      for (int j = 0; j < n_columns; j++)
        product += a[i * n_columns + j] * q.null[k * n_columns + j];
      assert_true(fabs(product) < 1e-13);
    }
  }
  arena_destroy(arena);
}

static void regular(void **state)
{
  (void)state;
  solve((double[]){2, 1, 1, 3}, 2, 2, (double[]){3, 5}, 2,
        (double[]){0.8, 1.4});
  solve((double[]){4}, 1, 1, (double[]){2}, 1, (double[]){0.5});
}

/* The mean of three numbers. */
static void overdetermined(void **state)
{
  (void)state;
  solve((double[]){1, 1, 1}, 3, 1, (double[]){1, 2, 6}, 1, (double[]){3});
}

/* The shortest of many. */
static void singular(void **state)
{
  (void)state;
  solve((double[]){1, 1}, 1, 2, (double[]){4}, 1, (double[]){2, 2});
  solve((double[]){1, 1, 2, 2}, 2, 2, (double[]){1, 2}, 1,
        (double[]){0.5, 0.5});
  solve((double[]){0, 0, 0, 0}, 2, 2, (double[]){0, 0}, 0, (double[]){0, 0});
  solve((double[]){1, 0, 0, 0, 0, 1}, 2, 3, (double[]){7, 8}, 2,
        (double[]){7, 0, 8});
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(regular),
                                     cmocka_unit_test(overdetermined),
                                     cmocka_unit_test(singular)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
