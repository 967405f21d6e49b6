/* Every length up to the longest short one, in place too. */
#include "test.h"

#include <nvector/nvector_serial.h>

#include "core/solver_library.h"
#include "core/thresholds.h"
#include "vectors/vector_short.h"

enum { MOST = VECTOR_SHORT, VECTORS = 4 };

static N_Vector vector[VECTORS];
static SUNContext context;

static double number(int k, int i)
{
  return sin(7 * k + i) + 0.1;
}

static void make(int n)
{
  for (int k = 0; k < VECTORS; k++) {
    vector[k] = N_VNew_Serial(n, context);
    vector_short_set(vector[k]);
    for (int i = 0; i < n; i++) NV_Ith_S(vector[k], i) = number(k, i);
  }
}

static void drop(void)
{
  for (int k = 0; k < VECTORS; k++) N_VDestroy(vector[k]);
}

static void expect(N_Vector v, int i, double value)
{
  assert_true(NV_Ith_S(v, i) == value);
}

static void check_sum(int n, double a, double b, int z)
{
  make(n);
  N_VLinearSum(a, vector[0], b, vector[1], vector[z]);
  for (int i = 0; i < n; i++) {
    expect(vector[z], i, a * number(0, i) + b * number(1, i));
  }
  drop();
}

static void test_sums(void **state)
{
  (void)state;
  for (int n = 1; n <= MOST; n++) {
    for (int z = 0; z < 3; z++) { /* x, y or another one */
      check_sum(n, 1, 1, z);
      check_sum(n, -0.3, 1, z);
      check_sum(n, 1, -1, z);
    }
  }
}

static void test_corrections(void **state)
{
  (void)state;
  double a[3] = {1, -0.7, 1e-3};
  for (int n = 1; n <= MOST; n++) {
    make(n);
    N_VScaleAddMulti(3, a, vector[3], vector, vector);
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < n; i++) {
        expect(vector[k], i, a[k] * number(3, i) + number(k, i));
      }
    }
    drop();
  }
}

static void test_others(void **state)
{
  (void)state;
  for (int n = 1; n <= MOST; n++) {
    double sum = 0, most = 0;
    make(n);
    for (int i = 0; i < n; i++) {
      double product = number(0, i) * number(1, i);
      sum += product * product;
      most = fmax(most, fabs(product));
    }
    double expected = fmax(sqrt(sum / n), NORM_PART * most);
    double norm = N_VWrmsNorm(vector[0], vector[1]);
    assert_true(fabs(norm - expected) < 1e-15 * norm);
    N_VScale(-0.3, vector[0], vector[0]);
    N_VConst(2.5, vector[1]);
    for (int i = 0; i < n; i++) {
      expect(vector[0], i, -0.3 * number(0, i));
      expect(vector[1], i, 2.5);
    }
    drop();
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_corrections),
      cmocka_unit_test(test_others),
  };
  if (!solver_library_create(&context)) return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  SUNContext_Free(&context);
  return failed;
}
