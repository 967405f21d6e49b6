/* Inputs that move during a step: followed exactly, without restarts. */
#include "test.h"

#include "evaluate/input_motion.h"
#include "hand_model.h"

/* The only input of a model. */
static fmi2ValueReference input_of(const Model *model)
{
  fmi2ValueReference vr = 0;
  while (model->real_kind[vr] != VARIABLE_INPUT) vr++;
  return vr;
}

static void set_input(Instance *inst, double value)
{
  fmi2ValueReference vr = input_of(inst->model);
  assert_int_equal(fmi2SetReal(inst, &vr, 1, &value), fmi2OK);
}

static fmi2Status set_rate(Instance *inst, int order, double value)
{
  fmi2ValueReference vr = input_of(inst->model);
  return fmi2SetRealInputDerivatives(inst, &vr, 1, &order, &value);
}

static double state_of(Instance *inst)
{
  fmi2ValueReference vr = (fmi2ValueReference)inst->model->state[0];
  double value;
  assert_int_equal(fmi2GetReal(inst, &vr, 1, &value), fmi2OK);
  return value;
}

/* der(x) = -x + t, x(0) = 1: x = t - 1 + 2 exp(-t) */
static void test_a_ramp_in_one_step(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-9, 1);
  assert_int_equal(set_rate(inst, 1, 1), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 0, 1, fmi2True), fmi2OK);
  assert_true(fabs(state_of(inst) - 2 * exp(-1.0)) < 1e-7);
  instance_free(inst);
}

/* u = t + t^2/2 + t^3/6; u - u' + u'' - u''' = t^3/6 + t - 1 solves
 * x' = u - x, and 2 exp(-t) brings it to x(0) = 1. */
static void test_all_orders(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-10, 2);
  for (int order = 1; order <= INPUT_ORDERS; order++) {
    assert_int_equal(set_rate(inst, order, 1), fmi2OK);
  }
  assert_int_equal(fmi2DoStep(inst, 0, 2, fmi2True), fmi2OK);
  double t = 2, exact = t * t * t / 6 + t - 1 + 2 * exp(-t);
  assert_true(fabs(state_of(inst) - exact) < 1e-7);
  instance_free(inst);
}

/* A ramp in pieces: each new value is where the input has arrived. */
static void test_continuous_pieces_do_not_restart(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-8, 2);
  double h = 0.01;
  for (int k = 0; k < 200; k++) {
    set_input(inst, k * h);
    assert_int_equal(set_rate(inst, 1, 1), fmi2OK);
    assert_int_equal(fmi2DoStep(inst, k * h, h, fmi2True), fmi2OK);
  }
  assert_true(fabs(state_of(inst) - (1 + 2 * exp(-2.0))) < 1e-6);
  assert_int_equal(inst->statistics.restarts, 0);
  set_input(inst, 7); /* this is a jump */
  assert_true(inst->restart_needed);
  instance_free(inst);
}

/* The integrator was ahead when the input began to move. */
static void test_motion_that_begins_later(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-9, 2);
  assert_int_equal(fmi2DoStep(inst, 0, 1, fmi2True), fmi2OK);
  assert_int_equal(set_rate(inst, 1, 1), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 1, 1, fmi2True), fmi2OK);
  /* from x(1) = exp(-1): x = s - 1 + (1 + exp(-1)) exp(-s), s = t - 1 */
  double exact = (1 + exp(-1.0)) * exp(-1.0);
  assert_true(fabs(state_of(inst) - exact) < 1e-7);
  instance_free(inst);
}

/* Values of hand_decay, and one more. */
enum { DER = 2, INPUT = 3, RATE = 4, N_REAL = 5 };

static int rate_evaluate(ModelValues *v)
{
  v->real[DER] = v->real[RATE];
  return 0;
}

/* der(x) = der(u), which is a variable of its own. */
static Model model_with_rate(void)
{
  static const unsigned char kind[] = {VARIABLE_TIME, VARIABLE_EXACT,
                                       VARIABLE_CALCULATED, VARIABLE_INPUT,
                                       VARIABLE_CALCULATED};
  static const double start[N_REAL] = {0, 1, 0, 0, 0};
  static const InputRate rate[] = {{INPUT, 1, RATE, "u"}};
  Model m = hand_decay;
  m.n_real = N_REAL;
  m.real_kind = kind;
  m.real_start = start;
  m.initialize = m.evaluate = rate_evaluate;
  m.n_input_rates = 1;
  m.input_rate = rate;
  return m;
}

static double real_of(Instance *inst, fmi2ValueReference vr)
{
  double value;
  assert_int_equal(fmi2GetReal(inst, &vr, 1, &value), fmi2OK);
  return value;
}

/* u = t + t^2/2 + t^3/6 again: u' = 1 + t + t^2/2. */
static void test_rates_move_along(void **state)
{
  (void)state;
  HandLog log;
  Model model = model_with_rate();
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-9, 3);
  for (int order = 1; order <= INPUT_ORDERS; order++) {
    assert_int_equal(set_rate(inst, order, 1), fmi2OK);
  }
  assert_true(real_of(inst, RATE) == 1);
  assert_int_equal(fmi2DoStep(inst, 0, 2, fmi2True), fmi2OK);
  assert_true(real_of(inst, RATE) == 5);
  assert_true(fabs(state_of(inst) - (1 + 2 + 2 + 8 / 6.0)) < 1e-7);
  long n = inst->statistics.restarts;
  for (int order = 2; order <= INPUT_ORDERS; order++) {
    assert_int_equal(set_rate(inst, order, 0), fmi2OK);
  }
  assert_int_equal(set_rate(inst, 1, -1), fmi2OK); /* this is a jump */
  assert_true(real_of(inst, RATE) == -1);
  assert_true(inst->restart_needed);
  assert_int_equal(fmi2DoStep(inst, 2, 1, fmi2True), fmi2OK);
  assert_true(fabs(state_of(inst) - (4 + 8 / 6.0)) < 1e-7);
  assert_int_equal(inst->statistics.restarts, n); /* short_way.h does it */
  instance_free(inst);
}

/* An importer that gives values alone is reported once. */
static void test_rates_that_are_missing(void **state)
{
  (void)state;
  HandLog log;
  Model model = model_with_rate();
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 2);
  int n = log.n;
  set_input(inst, 2);
  set_input(inst, 3);
  assert_int_equal(log.n, n + 1);
  assert_non_null(strstr(log.last, "the input u is changed"));
  instance_free(inst);
  inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 2);
  n = log.n;
  set_input(inst, 2);
  assert_int_equal(log.n, n);
  instance_free(inst);
}

static void test_what_is_refused(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 1);
  fmi2ValueReference x = (fmi2ValueReference)inst->model->state[0];
  int order = 1;
  double value = 1;
  assert_int_equal(set_rate(inst, 0, 1), fmi2Error);
  assert_int_equal(set_rate(inst, INPUT_ORDERS + 1, 1), fmi2Error);
  assert_int_equal(set_rate(inst, 1, NAN), fmi2Error);
  assert_int_equal(fmi2SetRealInputDerivatives(inst, &x, 1, &order, &value),
                   fmi2Error);
  assert_non_null(strstr(log.last_error, "not an input"));
  assert_false(input_motion_moves(inst));
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_ramp_in_one_step),
      cmocka_unit_test(test_all_orders),
      cmocka_unit_test(test_continuous_pieces_do_not_restart),
      cmocka_unit_test(test_motion_that_begins_later),
      cmocka_unit_test(test_rates_move_along),
      cmocka_unit_test(test_rates_that_are_missing),
      cmocka_unit_test(test_what_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
