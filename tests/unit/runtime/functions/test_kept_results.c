/* Results of functions that are kept: the same bits as if they were computed,
 * none of a call that failed. */
#include "test.h"

#include "hand_model.h"

enum { N_ROWS = 4 };
static const ModelFunctionInfo sum_info = {
    .name = "sum", .n_in = 2, .n_out = 1};
static int n_calls;

/* 1/a + b, which tells 0 and -0 apart; fails where b is -9. */
static int sum(const ModelValues *v, int depth, const double *in, double *out)
{
  (void)v;
  (void)depth;
  n_calls++;
  if (in[1] == -9) return function_pass_on(&sum_info, out);
  out[0] = 1 / in[0] + in[1];
  return 0;
}

static Instance *remembering(HandLog *log, Model *m)
{
  *m = hand_stateless;
  m->n_memo = N_ROWS * (1 + 2 + 1);
  n_calls = 0;
  return hand_running(m, fmi2CoSimulation, log, 1e-6, 5);
}

static double ask(const Instance *inst, double a, double b)
{
  double in[2] = {a, b}, out = 0;
  function_kept(&inst->values, 0, &sum_info, sum, 0, N_ROWS, in, &out);
  return out;
}

static void test_computed_once(void **state)
{
  (void)state;
  HandLog log = {0};
  Model m;
  Instance *inst = remembering(&log, &m);
  for (int k = 0; k < 3; k++) assert_true(ask(inst, 2, 1) == 1.5);
  assert_int_equal(n_calls, 1);
  instance_free(inst);
}

static void test_bits_count(void **state)
{
  (void)state;
  HandLog log = {0};
  Model m;
  Instance *inst = remembering(&log, &m);
  assert_true(ask(inst, 0.0, 1) == INFINITY);
  assert_true(ask(inst, -0.0, 1) == -INFINITY);
  assert_true(isnan(ask(inst, NAN, 1)) && isnan(ask(inst, NAN, 1)));
  assert_int_equal(n_calls, 3);
  instance_free(inst);
}

/* More calls than rows: the last ones have them. */
static void test_rows_are_taken_over(void **state)
{
  (void)state;
  HandLog log = {0};
  Model m;
  Instance *inst = remembering(&log, &m);
  for (int turn = 0; turn < 2; turn++) {
    for (int k = 1; k <= 50; k++) assert_true(ask(inst, 0.5, k) == 2 + k);
  }
  assert_true(n_calls > 50 && n_calls <= 100);
  instance_free(inst);
}

static void test_failures_are_not_kept(void **state)
{
  (void)state;
  HandLog log = {0};
  Model m;
  Instance *inst = remembering(&log, &m);
  double in[2] = {1, -9}, out;
  for (int k = 0; k < 2; k++) {
    assert_int_equal(
        function_kept(&inst->values, 0, &sum_info, sum, 0, N_ROWS, in, &out),
        1);
    assert_true(isnan(out));
  }
  assert_int_equal(n_calls, 2);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_computed_once),
      cmocka_unit_test(test_bits_count),
      cmocka_unit_test(test_rows_are_taken_over),
      cmocka_unit_test(test_failures_are_not_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
