/* test_vector_operations.c: the same bits as the serial vectors of SUNDIALS,
 * in place too, but for the norms. */
#include "test.h"

#include <nvector/nvector_serial.h>

#include "core/solver_library.h"
#include "core/thresholds.h"
#include "vectors/vector_operations.h"

enum { LENGTH = 1100 }; /* more than two parts */

typedef struct Fixture {
  SUNContext context;
  N_Vector theirs[4], ours[4];
} Fixture;

static int set_up(void **state)
{
  static Fixture f;
  assert_true(solver_library_create(&f.context));
  for (int k = 0; k < 4; k++) {
    f.theirs[k] = N_VNew_Serial(LENGTH, f.context);
    f.ours[k] = N_VNew_Serial(LENGTH, f.context);
    vector_operations_set(f.ours[k]);
  }
  *state = &f;
  return 0;
}

static int tear_down(void **state)
{
  Fixture *f = *state;
  for (int k = 0; k < 4; k++) {
    N_VDestroy(f->theirs[k]);
    N_VDestroy(f->ours[k]);
  }
  SUNContext_Free(&f->context);
  return 0;
}

/* The same numbers for both, some of them equal and some zero. */
static void fill(Fixture *f)
{
  unsigned seed = 7;
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < LENGTH; i++) {
      seed = seed * 1103515245u + 12345u;
      double x = i % 13 == 0 ? 0.25 : (double)(seed >> 8) / 8388608.0 - 0.9;
      NV_DATA_S(f->theirs[k])[i] = NV_DATA_S(f->ours[k])[i] = x;
    }
  }
}

static void expect_same(const Fixture *f)
{
  for (int k = 0; k < 4; k++) {
    assert_memory_equal(NV_DATA_S(f->theirs[k]), NV_DATA_S(f->ours[k]),
                        LENGTH * sizeof(double));
  }
}

static void test_linear_sums(void **state)
{
  Fixture *f = *state;
  static const double factor[] = {1, -1, 0.3, -0.3, 0, 1e-3};
  enum { N = sizeof factor / sizeof factor[0] };
  for (int p = 0; p < N * N * 3; p++) {
    double a = factor[p % N], b = factor[p / N % N];
    int z = p / (N * N); /* x, y or another one */
    fill(f);
    N_VLinearSum(a, f->theirs[0], b, f->theirs[1], f->theirs[z]);
    N_VLinearSum(a, f->ours[0], b, f->ours[1], f->ours[z]);
    expect_same(f);
  }
}

static void test_combinations(void **state)
{
  Fixture *f = *state;
  double c[3] = {0.7, -1, 1e-5};
  for (int n = 1; n <= 3; n++) {
    fill(f);
    N_VLinearCombination(n, c, f->theirs, f->theirs[3]);
    N_VLinearCombination(n, c, f->ours, f->ours[3]);
    expect_same(f);
    N_VLinearCombination(n, c, f->theirs, f->theirs[0]);
    N_VLinearCombination(n, c, f->ours, f->ours[0]);
    expect_same(f);
  }
}

static void test_corrections(void **state)
{
  Fixture *f = *state;
  double a[3] = {0.7, 1, -1e-5};
  fill(f);
  N_VScaleAddMulti(3, a, f->theirs[3], f->theirs, f->theirs);
  N_VScaleAddMulti(3, a, f->ours[3], f->ours, f->ours);
  expect_same(f);
}

static void apply_all(N_Vector *v)
{
  N_VScale(-1, v[0], v[0]);
  N_VScale(0.1, v[0], v[1]);
  N_VProd(v[0], v[1], v[2]);
  N_VDiv(v[2], v[3], v[2]);
  N_VAbs(v[2], v[0]);
  N_VAddConst(v[0], 1.5, v[0]);
  N_VInv(v[0], v[1]);
  N_VConst(-0.75, v[2]);
}

static void test_others(void **state)
{
  Fixture *f = *state;
  fill(f);
  apply_all(f->theirs);
  apply_all(f->ours);
  expect_same(f);
}

static void expect_same_number(double theirs, double ours)
{
  assert_memory_equal(&theirs, &ours, sizeof ours);
}

static void test_extremes(void **state)
{
  Fixture *f = *state;
  N_Vector *a = f->theirs, *b = f->ours;
  fill(f);
  expect_same_number(N_VMaxNorm(a[3]), N_VMaxNorm(b[3]));
  expect_same_number(N_VMin(a[3]), N_VMin(b[3]));
}

static void expect_near(double found, double expected, double allowed)
{
  assert_true(fabs(found - expected) < allowed);
}

/* One number among many, and numbers of one size. */
static void test_norms(void **state)
{
  Fixture *f = *state;
  N_Vector x = f->ours[0], w = f->ours[1], id = f->ours[2];
  double *value = N_VGetArrayPointer(x);
  N_VConst(2, w);
  N_VConst(1, id);
  N_VConst(0, x);
  assert_true(N_VWrmsNorm(x, w) == 0);
  value[1] = -3;
  expect_near(N_VWrmsNorm(x, w), 6 * NORM_PART, 1e-12);
  expect_near(N_VWrmsNormMask(x, w, id), 6 * NORM_PART, 1e-12);
  N_VGetArrayPointer(id)[1] = 0;
  expect_near(N_VWrmsNormMask(x, w, id), 0, 1e-12);
  N_VConst(2.5, x);
  expect_near(N_VWrmsNorm(x, w), 5, 1e-12);
  value[1] = NAN;
  assert_true(isnan(N_VWrmsNorm(x, w)));
  value[1] = HUGE_VAL;
  assert_true(isinf(N_VWrmsNorm(x, w)));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_linear_sums, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_combinations, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_corrections, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_others, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_extremes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_norms, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
