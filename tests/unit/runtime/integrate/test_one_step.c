/* The one-step method between events, on hand-written models. */
#include "test.h"

#include "core/thresholds.h"
#include "hand_model.h"
#include "integrate/integrator_run.h"

static IntegratorRun *run_of(Instance *inst)
{
  return inst->integrator;
}

static double state_of(const Instance *inst)
{
  return inst->values.real[inst->state[0]];
}

/* hand_decay at 0.1, after something that a solver has to begin again for. */
static Instance *after_event(HandLog *log)
{
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, log, 1e-6, 10);
  assert_int_equal(fmi2DoStep(inst, 0, 0.1, fmi2True), fmi2OK);
  inst->restart_needed = true;
  return inst;
}

/* Few steps, and a curve that is as good as they are. */
static void test_phase(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = after_event(&log);
  double begin = state_of(inst);
  for (int k = 1; k <= 20; k++) {
    double now = 0.1 + (k - 1) * 0.01;
    assert_int_equal(fmi2DoStep(inst, now, 0.01, fmi2True), fmi2OK);
    assert_true(run_of(inst)->solver == &one_step_calls);
    double right = begin * exp(0.1 - instance_time(inst));
    assert_true(fabs(state_of(inst) - right) < 2e-7);
  }
  assert_true(run_of(inst)->one_step.n_steps <= 4);
  instance_free(inst);
}

/* What is set again goes on to the last bit. */
static void test_saved(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = after_event(&log);
  fmi2FMUstate saved = NULL;
  double end[2];
  assert_int_equal(fmi2DoStep(inst, 0.1, 0.01, fmi2True), fmi2OK);
  assert_true(run_of(inst)->solver == &one_step_calls);
  assert_int_equal(fmi2GetFMUstate(inst, &saved), fmi2OK);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(fmi2DoStep(inst, 0.11, 0.5, fmi2True), fmi2OK);
    assert_int_equal(fmi2DoStep(inst, 0.61, 0.25, fmi2True), fmi2OK);
    end[k] = state_of(inst);
    assert_int_equal(fmi2SetFMUstate(inst, saved), fmi2OK);
  }
  assert_true(end[0] == end[1]);
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  instance_free(inst);
}

/* A phase that lasts is one for the other solver, and so is the next one. */
static void test_long_phase(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = after_event(&log);
  OneStep *one = &run_of(inst)->one_step;
  assert_int_equal(fmi2DoStep(inst, 0.1, 9, fmi2True), fmi2OK);
  assert_true(one->gave_up && run_of(inst)->solver == one->multistep);
  assert_true(fabs(state_of(inst) - exp(-9.1)) < 1e-6);
  inst->restart_needed = true;
  assert_int_equal(fmi2DoStep(inst, 9.1, 0.1, fmi2True), fmi2OK);
  assert_true(run_of(inst)->solver == one->multistep && !one->is_used);
  inst->restart_needed = true;
  assert_int_equal(fmi2DoStep(inst, 9.2, 0.1, fmi2True), fmi2OK);
  assert_true(run_of(inst)->solver == &one_step_calls);
  assert_true(fabs(state_of(inst) - exp(-9.3)) < 1e-6);
  instance_free(inst);
}

/* Trial points that cannot be evaluated, or have no end: the other solver says
 * what is wrong. */
static void test_dead_end(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst =
      hand_running(&hand_not_finite, fmi2CoSimulation, &log, 1e-6, 10);
  assert_int_equal(fmi2DoStep(inst, 0, 0.1, fmi2True), fmi2OK);
  inst->restart_needed = true;
  assert_int_equal(fmi2DoStep(inst, 0.1, 2, fmi2True), fmi2Error);
  assert_true(run_of(inst)->one_step.gave_up);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_phase),
      cmocka_unit_test(test_saved),
      cmocka_unit_test(test_long_phase),
      cmocka_unit_test(test_dead_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
