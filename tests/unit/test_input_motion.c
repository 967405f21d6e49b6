/* Inputs that move during a step: followed exactly, without restarts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hand_model.h"
#include "input_motion.h"
#include <math.h>
#include <string.h>

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
  assert_non_null(strstr(log.last_error, "no input"));
  assert_false(inst->motion.moves);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_ramp_in_one_step),
      cmocka_unit_test(test_all_orders),
      cmocka_unit_test(test_continuous_pieces_do_not_restart),
      cmocka_unit_test(test_motion_that_begins_later),
      cmocka_unit_test(test_what_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
