/* The coefficients of order 8: conditions that they satisfy. */
#include "test.h"

#include "integrate/order_eight.h"

enum { END = ORDER_EIGHT_STAGES - 1 };

/* The slopes of a straight line lead where they say. */
static void test_rows(void **state)
{
  (void)state;
  for (int k = 0; k < ORDER_EIGHT_ALL; k++) {
    double sum = 0;
    for (int j = 0; j < k; j++) sum += order_eight_part[k][j];
    assert_true(fabs(sum - order_eight_time[k]) < 1e-14);
    for (int j = k; j < ORDER_EIGHT_ALL; j++)
      assert_true(order_eight_part[k][j] == 0);
  }
}

/* The integral of s^(p-1) up to s = 1, by the weights of a row or sum. */
static double integral(const double *part, int n, int p)
{
  double sum = 0;
  for (int j = 0; j < n; j++) {
    sum += part[j] * (p == 1 ? 1 : pow(order_eight_time[j], p - 1));
  }
  return sum;
}

/* The end is exact for polynomials up to the degree 8; the two errors are zero
 * up to 5 and 3, and not beyond. */
static void test_order(void **state)
{
  (void)state;
  const double *end = order_eight_part[END];
  for (int p = 1; p <= 8; p++)
    assert_true(fabs(integral(end, END, p) - 1.0 / p) < 1e-14);
  assert_true(fabs(integral(end, END, 9) - 1.0 / 9) > 1e-9);
  for (int p = 1; p <= 5; p++)
    assert_true(fabs(integral(order_eight_fifth, END + 1, p)) < 1e-13);
  assert_true(fabs(integral(order_eight_fifth, END + 1, 6)) > 1e-6);
  for (int p = 1; p <= 3; p++)
    assert_true(fabs(integral(order_eight_third, END + 1, p)) < 1e-13);
  assert_true(fabs(integral(order_eight_third, END + 1, 4)) > 1e-6);
}

/* No gap between the times of a step is larger. */
static void test_gap(void **state)
{
  (void)state;
  double most = 0;
  for (int k = 0; k <= END; k++) {
    double next = 2;
    for (int j = 0; j <= END; j++) {
      double time = order_eight_time[j];
      if (time > order_eight_time[k] && time < next) next = time;
    }
    if (next < 2) most = fmax(most, next - order_eight_time[k]);
  }
  assert_true(fabs(most - ORDER_EIGHT_GAP) < 1e-14);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_gap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
