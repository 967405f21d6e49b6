/* test_frequency.c: the answers of models whose formulas are known. */
#include "test.h"

#include "studies/point/frequency.h"

/* 1/(s + 2) and 1/(s^2 + 0.2 s + 1). */
static void two_models(void **state)
{
  (void)state;
  Session *s = session_create();
  LinearVariable v = {.name = "v"};
  double a1[] = {-2}, one[] = {1}, zero[] = {0};
  double a2[] = {0, 1, -1, -0.2}, b2[] = {0, 1}, c2[] = {1, 0};
  LinearModel slow = {.state = &v,
                      .input = &v,
                      .output = &v,
                      .n_states = 1,
                      .n_inputs = 1,
                      .n_outputs = 1,
                      .a = a1,
                      .b = one,
                      .c = one,
                      .d = zero};
  LinearModel swing = slow;
  swing.n_states = 2;
  swing.a = a2;
  swing.b = b2;
  swing.c = c2;
  for (int k = 0; k < 2; k++) {
    const LinearModel *m = k == 0 ? &slow : &swing;
    FrequencyAnswer g;
    assert_true(frequency_answer(s, m, linear_file_poles(s, m), &g));
    assert_true(g.n >= 400);
    for (int i = 0; i < g.n; i++) {
      double w = 2 * 3.14159265358979323846 * pow(10, g.decade[i]);
      double re = k == 0 ? 2 : 1 - w * w, im = k == 0 ? w : 0.2 * w;
      double degree = -atan2(im, re) * 180 / 3.14159265358979323846;
      assert_true(i == 0 || g.decade[i] >= g.decade[i - 1]);
      assert_true(fabs(g.decibel[i] + 20 * log10(hypot(re, im))) < 1e-9);
      assert_true(fabs(g.degree[i] - degree) < 1e-9);
    }
  }
  session_destroy(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(two_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
