/* IDA with the interface of integrator.h: the same promises as CVODE's. */
#include "test.h"

#include "evaluate/evaluate.h"
#include "fmi/mechanisms.h"
#include "hand_ladder.h"
#include "hand_selection.h"
#include "integrators/integrators.h"

static const IntegratorMethod *const method = &integrator_ida;

/* hand_running() with IDA. */
static Instance *ida_running(const Model *model, HandLog *log, double tolerance,
                             double stop)
{
  memset(log, 0, sizeof *log);
  Logger logger = fmi2_logger(hand_log, log, "hand");
  Instance *inst = instance_create(model, CO_SIMULATION, &logger, method,
                                   &runtime_mechanisms, fmi2_calls);
  assert_non_null(inst);
  assert_int_equal(fmi2SetupExperiment(inst, 1, tolerance, 0, 1, stop), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  return inst;
}

static void test_accuracy_follows_the_tolerance(void **state)
{
  (void)state;
  const double tolerance[] = {1e-4, 1e-6, 1e-8, 1e-10};
  for (int k = 0; k < 4; k++) {
    HandLog log;
    Instance *inst = ida_running(&hand_decay, &log, tolerance[k], 1);
    assert_int_equal(method->restart(inst->integrator, 1), 0);
    assert_int_equal(method->advance(inst->integrator, 1), INTEGRATOR_REACHED);
    assert_true(fabs(inst->values.real[1] - exp(-1)) < 20 * tolerance[k]);
    method->count(inst->integrator);
    assert_true(inst->statistics.steps > 0);
    assert_true(inst->statistics.jacobians > 0);
    instance_free(inst);
  }
}

static void test_events(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = ida_running(&hand_switch, &log, 1e-6, 2);
  assert_int_equal(fmi2DoStep(inst, 0, 2, fmi2True), fmi2OK);
  assert_true(fabs(hand_real(inst, SWITCH_X) + 0.5) < 1e-5);
  assert_true(fabs(hand_real(inst, SWITCH_Z) - 0.75) < 1e-5);
  assert_int_equal(inst->statistics.events, 2);
  instance_free(inst);
}

static void test_model_without_states(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = ida_running(&hand_stateless, &log, 1e-6, 10);
  assert_int_equal(fmi2DoStep(inst, 0, 4, fmi2True), fmi2OK);
  assert_true(hand_real(inst, 1) == 0);
  assert_int_equal(fmi2DoStep(inst, 4, 3, fmi2True), fmi2OK);
  assert_true(hand_real(inst, 1) == 1);
  assert_true(inst->statistics.events >= 2);
  instance_free(inst);
}

/* Exchanges of states without a restart. */
static void test_sphere(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = ida_running(&hand_sphere, &log, 1e-9, 50);
  double energy = hand_real(inst, SPHERE_ENERGY);
  for (int k = 0; k < 50; k++) {
    assert_int_equal(fmi2DoStep(inst, k, 1, fmi2True), fmi2OK);
    const double *x = inst->values.real + SPHERE_X;
    assert_true(fabs(hand_real(inst, SPHERE_ENERGY) - energy) < 1e-4);
    assert_true(fabs(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] - 1) < 1e-12);
  }
  assert_true(inst->statistics.pivots > 10);
  assert_int_equal(inst->statistics.restarts, 0);
  instance_free(inst);
}

static void test_saved_state_is_exact(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = ida_running(&hand_sphere, &log, 1e-6, 20);
  size_t size = (size_t)inst->model->n_real * sizeof(double);
  double first[SPHERE_N_REAL];
  fmi2FMUstate saved = NULL;
  assert_true(size <= sizeof first);
  assert_int_equal(fmi2DoStep(inst, 0, 5, fmi2True), fmi2OK);
  assert_int_equal(fmi2GetFMUstate(inst, &saved), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 5, 10, fmi2True), fmi2OK);
  memcpy(first, inst->values.real, size);
  assert_int_equal(fmi2SetFMUstate(inst, saved), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 5, 10, fmi2True), fmi2OK);
  assert_memory_equal(first, inst->values.real, size);
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  instance_free(inst);
}

static void test_sparse(void **state)
{
  (void)state;
  double end[2][61];
  for (int sparse = 0; sparse < 2; sparse++) {
    HandLog log;
    Model *model = hand_ladder_create(60, sparse);
    Instance *inst = ida_running(model, &log, 1e-8, 5);
    assert_int_equal(fmi2DoStep(inst, 0, 5, fmi2True), fmi2OK);
    memcpy(end[sparse], inst->values.real, sizeof end[sparse]);
    instance_free(inst);
    hand_ladder_free(model);
  }
  for (int k = 0; k <= 60; k++) {
    assert_true(fabs(end[0][k] - end[1][k]) < 1e-9);
  }
}

/* No solution of the loop after time 1: the loop is named. */
static void test_failure_names_the_loop(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = ida_running(&hand_dead_end, &log, 1e-6, 5);
  assert_int_equal(fmi2DoStep(inst, 0, 5, fmi2True), fmi2Error);
  assert_non_null(strstr(log.last_error, "IDA"));
  assert_true(fabs(instance_time(inst) - 1) < 1e-2);
  /* and the instance can be used again */
  assert_int_equal(fmi2Reset(inst), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 0, 0.5, fmi2True), fmi2OK);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_accuracy_follows_the_tolerance),
      cmocka_unit_test(test_events),
      cmocka_unit_test(test_model_without_states),
      cmocka_unit_test(test_sphere),
      cmocka_unit_test(test_saved_state_is_exact),
      cmocka_unit_test(test_sparse),
      cmocka_unit_test(test_failure_names_the_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
