/* test_eigenvalues.c: matrices whose eigenvalues are known. */
#include "test.h"

#include "studies/eigenvalues.h"

static void check(const double *a, int n, const Eigenvalue *expected,
                  double allowed)
{
  Arena *arena = arena_create("test");
  Eigenvalue e[16];
  assert_true(n <= 16 && eigenvalues(arena, a, n, e));
  for (int i = 0; i < n; i++) {
    assert_true(fabs(e[i].re - expected[i].re) <= allowed);
    assert_true(fabs(e[i].im - expected[i].im) <= allowed);
  }
  arena_destroy(arena);
}

static void small_ones(void **state)
{
  (void)state;
  check((double[]){0, 1, -4, 0}, 2, (Eigenvalue[]){{0, -2}, {0, 2}}, 1e-15);
  check((double[]){2, 0, 0, -1}, 2, (Eigenvalue[]){{-1, 0}, {2, 0}}, 0);
  check((double[]){0, 0, 0, 0}, 2, (Eigenvalue[]){{0, 0}, {0, 0}}, 0);
  check((double[]){3}, 1, (Eigenvalue[]){{3, 0}}, 0);
  /* badly scaled: 1 +- 1 */
  check((double[]){1, 1e8, 1e-8, 1}, 2, (Eigenvalue[]){{0, 0}, {2, 0}}, 1e-15);
}

/* Companion matrix of (x^2 + 2x + 5)(x - 3)(x + 7). */
static void companion(void **state)
{
  (void)state;
  const double a[] = {-6, 8, 22, 105, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  check(a, 4, (Eigenvalue[]){{-7, 0}, {-1, -2}, {-1, 2}, {3, 0}}, 1e-12);
}

/* A circle of shifts: the roots of one. */
static void permutation(void **state)
{
  (void)state;
  const double a[] = {0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  check(a, 4, (Eigenvalue[]){{-1, 0}, {0, -1}, {0, 1}, {1, 0}}, 1e-14);
}

/* Numbers whose products are no numbers, or nothing. */
static void large_and_small(void **state)
{
  (void)state;
  for (int power = -200; power <= 200; power += 400) {
    double f = pow(10, power),
           a[16] = {-6, 8, 22, 105, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const Eigenvalue e[] = {{-7 * f, 0}, {-f, -2 * f}, {-f, 2 * f}, {3 * f, 0}};
    for (int i = 0; i < 16; i++) a[i] *= f;
    check(a, 4, e, 1e-12 * f);
  }
}

/* Of a chain of springs in a circle each eigenvalue but two comes twice, and
 * elimination leaves ever smaller numbers. */
static void circle_of_springs(void **state)
{
  (void)state;
  enum { N = 150 };
  Arena *arena = arena_create("test");
  double *a = arena_array(arena, N * N, sizeof a[0]);
  Eigenvalue *e = arena_array(arena, N, sizeof e[0]);
  for (int i = 0; i < N; i++) {
    a[i * N + i] = -2;
    a[i * N + (i + 1) % N] = a[i * N + (i + N - 1) % N] = 1;
  }
  assert_true(eigenvalues(arena, a, N, e));
  for (int i = 0; i < N; i++) {
    double angle = (N - i) / 2 * 3.14159265358979323846 / N * 2;
    assert_true(fabs(e[i].re - (2 * cos(angle) - 2)) < 1e-12);
    assert_true(fabs(e[i].im) < 1e-6);
  }
  arena_destroy(arena);
}

static void random_ones(void **state)
{
  (void)state;
  unsigned seed = 5;
  Arena *arena = arena_create("test");
  for (int n = 1; n <= 40; n += 3) {
    double *a = arena_array(arena, (size_t)(n * n), sizeof a[0]);
    Eigenvalue *e = arena_array(arena, (size_t)n, sizeof e[0]);
    double trace = 0, sum = 0, squares = 0, square_trace = 0;
    for (int i = 0; i < n * n; i++) a[i] = next_number(&seed);
    assert_true(eigenvalues(arena, a, n, e));
    for (int i = 0; i < n; i++) {
      trace += a[i * n + i];
      sum += e[i].re;
      squares += e[i].re * e[i].re - e[i].im * e[i].im;
      for (int k = 0; k < n; k++) square_trace += a[i * n + k] * a[k * n + i];
    }
    assert_true(fabs(trace - sum) < 1e-12 * n);
    assert_true(fabs(square_trace - squares) < 1e-11 * n);
  }
  arena_destroy(arena);
}

static void not_finite(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  Eigenvalue e[2];
  assert_false(eigenvalues(arena, (double[]){NAN, 1, 1, 1}, 2, e));
  assert_false(eigenvalues(arena, (double[]){INFINITY, 1, 1, 1}, 2, e));
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_ones),        cmocka_unit_test(companion),
      cmocka_unit_test(permutation),       cmocka_unit_test(random_ones),
      cmocka_unit_test(not_finite),        cmocka_unit_test(large_and_small),
      cmocka_unit_test(circle_of_springs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
