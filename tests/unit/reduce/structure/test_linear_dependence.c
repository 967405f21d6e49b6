/* test_linear_dependence.c: which rows depend on each other, and how. */
#include "test.h"

#include "random_expr.h"
#include "reduce/structure/linear_dependence.h"

static void test_independent(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  double u[3];
  const double a[] = {1, 2, 0, 0, 1e-6, 0, 5, 0, 1e6};
  assert_false(linear_dependence_find(a, 3, 3, u, NULL, arena));
  arena_destroy(arena);
}

static void test_fractions(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  /* row 2 = row 0 / 3 - row 1; row 3 is not needed */
  const double a[] = {3, 0, 6, 1, 1, 1, 0, -1, 1, 7, 7, 8};
  double u[4];
  int pivot[4];
  assert_true(linear_dependence_find(a, 4, 3, u, pivot, arena));
  assert_true(u[0] / u[2] == -1.0 / 3 && u[1] / u[2] == 1 && u[3] == 0);
  assert_int_equal(pivot[0], 2);
  arena_destroy(arena);
}

static void test_zero_row(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  const double a[] = {1, 2, 0, 0};
  double u[2];
  assert_true(linear_dependence_find(a, 2, 2, u, NULL, arena));
  assert_true(u[0] == 0 && u[1] == 1);
  arena_destroy(arena);
}

/* Random matrices of known rank; what is found is a null vector. */
static void test_random(void **state)
{
  (void)state;
  enum { N = 12 };
  Random random = {7};
  Arena *arena = arena_create("test");
  for (int trial = 0; trial < 200; trial++) {
    int rank = 1 + random_below(&random, N - 1);
    double a[N * N], u[N];
    for (int k = 0; k < N * N; k++) a[k] = random_between(&random, -1, 1);
    for (int r = rank; r < N; r++) {
      for (int c = 0; c < N; c++) a[r * N + c] = 0;
      for (int q = 0; q < rank; q++) {
        double factor = random_between(&random, -2, 2);
        for (int c = 0; c < N; c++) a[r * N + c] += factor * a[q * N + c];
      }
    }
    assert_true(linear_dependence_find(a, N, N, u, NULL, arena));
    for (int c = 0; c < N; c++) {
      double sum = 0, size = 0;
      for (int r = 0; r < N; r++) {
        sum += u[r] * a[r * N + c];
        size += fabs(u[r] * a[r * N + c]);
      }
      assert_true(fabs(sum) < 1e-8 * size);
    }
    for (int r = rank + 1; r < N; r++) assert_true(u[r] == 0);
  }
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_independent),
      cmocka_unit_test(test_fractions),
      cmocka_unit_test(test_zero_row),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
