/* Nothing is computed before it is asked for, and nothing twice. */
#include "events/contact_force.h"
#include "events/refresh_values.h"
#include "test.h"

#include "evaluate/evaluate.h"
#include "hand_model.h"

/* hand_decay with its evaluations counted. */
static int n_evaluations;

static int counting_evaluate(ModelValues *v)
{
  n_evaluations++;
  return hand_decay.evaluate(v);
}

static Model counting_model(void)
{
  Model model = hand_decay;
  model.evaluate = counting_evaluate;
  return model;
}

static void test_lazy(void **state)
{
  (void)state;
  Model model = counting_model();
  HandLog log;
  n_evaluations = 0;
  Instance *inst = hand_running(&model, fmi2ModelExchange, &log, 1e-6, 1);
  fmi2EventInfo info;
  assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
  assert_int_equal(fmi2EnterContinuousTimeMode(inst), fmi2OK);

  n_evaluations = 0;
  double x = 3, derivative = 0;
  assert_int_equal(fmi2SetTime(inst, 0.5), fmi2OK);
  assert_int_equal(fmi2SetContinuousStates(inst, &x, 1), fmi2OK);
  assert_true(hand_real(inst, 0) == 0.5); /* time is not computed */
  assert_int_equal(n_evaluations, 0);
  assert_int_equal(fmi2GetDerivatives(inst, &derivative, 1), fmi2OK);
  assert_true(derivative == -3);
  assert_true(hand_real(inst, 2) == -3);
  assert_int_equal(n_evaluations, 1);

  /* the same values again: still fresh */
  assert_int_equal(fmi2SetTime(inst, 0.5), fmi2OK);
  assert_int_equal(fmi2SetContinuousStates(inst, &x, 1), fmi2OK);
  assert_int_equal(fmi2GetDerivatives(inst, &derivative, 1), fmi2OK);
  assert_int_equal(n_evaluations, 1);

  const fmi2ValueReference input = 3;
  const double u = 10;
  assert_int_equal(fmi2SetReal(inst, &input, 1, &u), fmi2OK);
  assert_int_equal(fmi2GetDerivatives(inst, &derivative, 1), fmi2OK);
  assert_true(derivative == 7);
  assert_int_equal(n_evaluations, 2);
  instance_free(inst);
}

static void test_set_and_get_states(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_instance(&foucault_model, fmi2ModelExchange, &log);
  const double x[] = {1, 2, 3, 4};
  double back[4];
  inst->stale = 0;
  evaluate_set_states(inst, x);
  assert_int_equal(inst->stale, STALE_VALUES);
  evaluate_get_states(inst, back);
  assert_memory_equal(x, back, sizeof x);
  inst->stale = 0;
  evaluate_set_states(inst, x);
  assert_int_equal(inst->stale, 0);
  evaluate_set_time(inst, 5);
  assert_int_equal(inst->stale, STALE_VALUES);
  assert_true(instance_time(inst) == 5);
  instance_free(inst);
}

static void test_derivative_not_finite(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst =
      hand_running(&hand_not_finite, fmi2ModelExchange, &log, 1e-6, 1);
  double x = 2, derivative;
  evaluate_set_states(inst, &x);
  assert_true(refresh_values(inst));
  assert_false(contact_force_get_derivatives(inst, &derivative));
  assert_string_equal(inst->reason,
                      "at time 0 der(x) is not a number: notfinite.mo:4: "
                      "der(x) = 1/sqrt(1 - x) (x = 2)");
  instance_free(inst);
}

static void test_block_larger_than_announced(void **state)
{
  (void)state;
  Model model = foucault_model;
  model.largest_block = 2;
  HandLog log;
  Instance *inst = hand_instance(&model, fmi2ModelExchange, &log);
  inst->stale = STALE_VALUES;
  assert_false(refresh_values(inst));
  assert_non_null(strstr(inst->reason, "announced 2"));
  instance_free(inst);
}

/* After an error values are read as they are. */
static void test_nothing_is_computed_after_an_error(void **state)
{
  (void)state;
  Model model = counting_model();
  HandLog log;
  Instance *inst = hand_running(&model, fmi2ModelExchange, &log, 1e-6, 1);
  instance_fail(inst, "%s", "test");
  n_evaluations = 0;
  assert_true(isfinite(hand_real(inst, 2)) != 0);
  assert_int_equal(n_evaluations, 0);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lazy),
      cmocka_unit_test(test_set_and_get_states),
      cmocka_unit_test(test_derivative_not_finite),
      cmocka_unit_test(test_block_larger_than_announced),
      cmocka_unit_test(test_nothing_is_computed_after_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
