/* Initial values: dependent starts, sets at any moment, repeatable. */
#include "test.h"

#include "events/initialize.h"
#include "hand_model.h"

static void set_real(Instance *inst, fmi2ValueReference vr, double value)
{
  assert_int_equal(fmi2SetReal(inst, &vr, 1, &value), fmi2OK);
}

static bool close(double a, double b)
{
  return fabs(a - b) <= 1e-14 * fmax(fabs(a), fabs(b));
}

static Instance *in_initialization(const Model *model, HandLog *log)
{
  Instance *inst = hand_instance(model, fmi2CoSimulation, log);
  assert_non_null(inst);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  return inst;
}

static void test_pendulum_starts(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = in_initialization(&foucault_model, &log);
  assert_true(close(hand_real(inst, PENDULUM_X), 0.5));
  assert_true(close(hand_real(inst, PENDULUM_Y), -sqrt(0.75)));
  assert_true(close(hand_real(inst, PENDULUM_LAMBDA), 9.81 * sqrt(0.75)));
  assert_true(close(hand_real(inst, PENDULUM_PERIOD), 2.0060666807106475));
  assert_int_equal(inst->values.initial, 1);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(inst->values.initial, 0);
  instance_free(inst);
}

/* Set, get, set again: the result depends on the last values only. */
static void test_repeatable(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = in_initialization(&foucault_model, &log);
  double first[PENDULUM_N_REAL];
  hand_real(inst, PENDULUM_Y);
  memcpy(first, inst->values.real, sizeof first);

  set_real(inst, PENDULUM_L, 2);
  assert_true(close(hand_real(inst, PENDULUM_X), 1));
  assert_true(close(hand_real(inst, PENDULUM_Y), -sqrt(3)));
  set_real(inst, PENDULUM_Y, 0.1); /* a guess on the other branch */
  assert_true(close(hand_real(inst, PENDULUM_Y), sqrt(3)));

  set_real(inst, PENDULUM_L, 1);
  set_real(inst, PENDULUM_Y, -1);
  hand_real(inst, PENDULUM_Y);
  assert_memory_equal(first, inst->values.real, sizeof first);
  instance_free(inst);
}

/* A start the importer sets wins over the expression of the model. */
static void test_exact_start_is_kept(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_instance(&foucault_model, fmi2CoSimulation, &log);
  set_real(inst, PENDULUM_X, 0.6); /* right after instantiation */
  set_real(inst, PENDULUM_VX, 0.8);
  set_real(inst, PENDULUM_FORCE, 3);
  assert_int_equal(fmi2SetupExperiment(inst, 0, 0, 1.5, 0, 0), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  set_real(inst, PENDULUM_ANGLE, 1); /* no longer matters for x */
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_true(hand_real(inst, PENDULUM_X) == 0.6);
  assert_true(close(hand_real(inst, PENDULUM_Y), -0.8));
  assert_true(close(hand_real(inst, PENDULUM_VY), 0.6));
  assert_true(hand_real(inst, PENDULUM_FORCE) == 3);
  assert_true(hand_real(inst, PENDULUM_TIME) == 1.5);
  instance_free(inst);
}

static void test_no_consistent_values(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = in_initialization(&foucault_model, &log);
  set_real(inst, PENDULUM_X, 5); /* longer than the pendulum */
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2Error);
  assert_int_equal(inst->mode, MODE_ERROR);
  assert_non_null(strstr(log.last_error, "x^2 + y^2 = L^2"));
  assert_int_equal(fmi2Terminate(inst), fmi2OK);
  assert_int_equal(fmi2Reset(inst), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  instance_free(inst);
}

/* The same with other values, without a reset. */
static void test_another_try(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = in_initialization(&foucault_model, &log);
  double value;
  fmi2ValueReference y = PENDULUM_Y;
  set_real(inst, PENDULUM_X, 5);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2Error);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2Error);
  assert_int_equal(inst->mode, MODE_ERROR);
  assert_int_equal(fmi2GetReal(inst, &y, 1, &value), fmi2OK);
  assert_int_equal(inst->mode, MODE_ERROR);
  set_real(inst, PENDULUM_X, 0.6);
  assert_true(close(hand_real(inst, PENDULUM_Y), -0.8));
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 0, 0.1, fmi2True), fmi2OK);
  instance_free(inst);
}

/* Relations agree with the initial values, whatever they were before. */
static void test_relations(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = in_initialization(&hand_switch, &log);
  assert_true(hand_real(inst, SWITCH_W) == 1);
  assert_int_equal(inst->values.relation[0], 1);
  assert_int_equal(inst->values.relation[1], 0);
  set_real(inst, SWITCH_X, 0.2);
  set_real(inst, SWITCH_U, 1);
  assert_true(hand_real(inst, SWITCH_W) == 2);
  assert_int_equal(inst->values.relation[1], 1);
  const fmi2ValueReference low = 0;
  fmi2Boolean is_low = 0;
  assert_int_equal(fmi2GetBoolean(inst, &low, 1, &is_low), fmi2OK);
  assert_int_equal(is_low, fmi2True);
  instance_free(inst);
}

static void test_relation_that_never_settles(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = in_initialization(&hand_contradiction, &log);
  assert_true(isnan(hand_real(inst, 1)));
  assert_non_null(strstr(log.last_error, "contradiction.mo:3: y < 0"));
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pendulum_starts),
      cmocka_unit_test(test_repeatable),
      cmocka_unit_test(test_exact_start_is_kept),
      cmocka_unit_test(test_no_consistent_values),
      cmocka_unit_test(test_another_try),
      cmocka_unit_test(test_relations),
      cmocka_unit_test(test_relation_that_never_settles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
