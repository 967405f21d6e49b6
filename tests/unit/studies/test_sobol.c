/* test_sobol.c: what makes Sobol's points even. */
#include "test.h"

#include "studies/sobol.h"

static Sobol sobol;

/* Of 2^k points one in each of 2^k equal parts, in every dimension. */
static void each_dimension_is_even(void **state)
{
  (void)state;
  for (int d = 0; d < SOBOL_DIMENSIONS; d++) {
    char is_taken[256] = {0};
    for (uint32_t i = 0; i < 256; i++) {
      uint32_t part = sobol_digits(&sobol, d, i) >> 24;
      assert_false(is_taken[part]);
      is_taken[part] = 1;
    }
  }
}

/* Property A: of 2^d points one in each part that halves make. */
static void halves_of_all_dimensions(void **state)
{
  (void)state;
  static char is_taken[1 << 16];
  for (int d = 1; d <= 16; d++) {
    memset(is_taken, 0, sizeof is_taken);
    uint32_t n = UINT32_C(1) << d;
    for (uint32_t i = 3 * n; i < 4 * n; i++) {
      uint32_t part = 0;
      for (int k = 0; k < d; k++) {
        part = part << 1 | sobol_digits(&sobol, k, i) >> 31;
      }
      assert_false(is_taken[part]);
      is_taken[part] = 1;
    }
  }
}

/* Far better than random points: the integral of a product over 6 dimensions,
 * where the error of 4096 random ones is some 1e-2. */
static void an_integral(void **state)
{
  (void)state;
  double sum = 0;
  for (uint32_t i = 0; i < 4096; i++) {
    double f = 1;
    for (int k = 0; k < 6; k++) {
      double u = ((double)sobol_digits(&sobol, k, i) + 0.5) * 0x1p-32;
      f *= 1 + 0.5 * (u - 0.5);
    }
    sum += f;
  }
  assert_true(fabs(sum / 4096 - 1) < 1e-3);
}

int main(void)
{
  sobol_make(&sobol);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_dimension_is_even),
      cmocka_unit_test(halves_of_all_dimensions),
      cmocka_unit_test(an_integral),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
