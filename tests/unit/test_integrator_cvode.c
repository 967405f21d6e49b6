/* CVODE behind the interface of integrator.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "evaluate.h"
#include "events.h"
#include "hand_model.h"
#include "integrator_cvode.h"
#include <math.h>
#include <string.h>

static const IntegratorMethod *const method = &integrator_cvode;

static void test_accuracy_follows_the_tolerance(void **state)
{
  (void)state;
  const double tolerance[] = {1e-4, 1e-6, 1e-8, 1e-10};
  long steps = 0;
  for (int k = 0; k < 4; k++) {
    HandLog log;
    Instance *inst =
        hand_running(&hand_decay, fmi2CoSimulation, &log, tolerance[k], 1);
    assert_int_equal(method->restart(inst->integrator, 1), 0);
    assert_int_equal(method->advance(inst->integrator, 1), INTEGRATOR_REACHED);
    double error = fabs(inst->values.real[1] - exp(-1));
    assert_true(error < 10 * tolerance[k]);
    method->count(inst->integrator);
    assert_true(inst->statistics.steps > steps);
    assert_true(inst->statistics.rhs >= inst->statistics.steps);
    assert_true(inst->statistics.jacobians > 0);
    steps = inst->statistics.steps;
    instance_free(inst);
  }
}

/* Back-interpolation: a near target costs nothing after a far one was
 * computed, and the stop time is never passed. */
static double latest;

static int watching_evaluate(ModelValues *v)
{
  if (v->real[0] > latest) latest = v->real[0];
  return hand_decay.evaluate(v);
}

static void test_steps_past_the_target_but_not_past_the_stop(void **state)
{
  (void)state;
  Model model = hand_decay;
  model.evaluate = watching_evaluate;
  HandLog log;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-4, 3);
  latest = 0;
  assert_int_equal(method->restart(inst->integrator, 1e-3), 0);
  for (int k = 1; k <= 3000; k++) {
    double target = k * 1e-3;
    assert_int_equal(method->advance(inst->integrator, target),
                     INTEGRATOR_REACHED);
    assert_true(instance_time(inst) == target);
  }
  method->count(inst->integrator);
  assert_true(inst->statistics.steps < 100);
  assert_true(latest <= 3);
  instance_free(inst);
}

static void test_event_is_located(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_switch, fmi2CoSimulation, &log, 1e-6, 2);
  assert_int_equal(method->restart(inst->integrator, 2), 0);
  assert_int_equal(method->advance(inst->integrator, 2), INTEGRATOR_EVENT);
  assert_true(fabs(instance_time(inst) - 0.5) < 1e-10);
  assert_true(instance_time(inst) >= 0.5);
  instance_free(inst);
}

static void test_counters_survive_restarts(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 10);
  long steps = 0;
  for (int k = 1; k <= 5; k++) {
    assert_int_equal(method->restart(inst->integrator, 1), 0);
    assert_int_equal(method->advance(inst->integrator, k), INTEGRATOR_REACHED);
    method->count(inst->integrator);
    method->count(inst->integrator); /* counting twice counts once */
    assert_true(inst->statistics.steps > steps);
    steps = inst->statistics.steps;
  }
  assert_int_equal(inst->statistics.restarts, 4);
  instance_free(inst);
}

static void test_failure_names_time_and_reason(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst =
      hand_running(&hand_dead_end, fmi2CoSimulation, &log, 1e-6, 5);
  assert_int_equal(method->restart(inst->integrator, 5), 0);
  assert_int_equal(method->advance(inst->integrator, 5), INTEGRATOR_FAILED);
  assert_non_null(strstr(inst->reason, "deadend.mo:5: y^2 = 1 - x"));
  assert_non_null(strstr(inst->reason, "CVODE"));
  assert_true(fabs(instance_time(inst) - 1) < 1e-3);
  assert_true(isfinite(inst->values.real[1]));
  instance_free(inst);
}

/* A failed evaluation at a trial point is no failure of the run. */
static int fails_once(ModelValues *v)
{
  static int n;
  if (v->real[0] > 0.5 && n++ == 0) return 1;
  return hand_decay.evaluate(v);
}

static void test_recoverable_failure(void **state)
{
  (void)state;
  Model model = hand_decay;
  model.evaluate = fails_once;
  HandLog log;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 1);
  assert_int_equal(method->restart(inst->integrator, 1), 0);
  assert_int_equal(method->advance(inst->integrator, 1), INTEGRATOR_REACHED);
  assert_true(fabs(inst->values.real[1] - exp(-1)) < 1e-5);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_accuracy_follows_the_tolerance),
      cmocka_unit_test(test_steps_past_the_target_but_not_past_the_stop),
      cmocka_unit_test(test_event_is_located),
      cmocka_unit_test(test_counters_survive_restarts),
      cmocka_unit_test(test_failure_names_time_and_reason),
      cmocka_unit_test(test_recoverable_failure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
