/* Assertions: errors end a step, warnings are logged once. */
#include "test.h"

#include "evaluate/assertions.h"
#include "hand_model.h"

/* On hand_decay: x falls from 1 like exp(-t). */
static void look(const ModelValues *v, unsigned char *holds)
{
  holds[0] = v->real[1] > 0.5;  /* warning */
  holds[1] = v->real[1] > 0.25; /* error */
  holds[2] = v->real[1] > 0.9;  /* initial error */
}

static const AssertionValue reported[] = {{"x", ASSERTION_REAL, 1}};

static const Assertion all[] = {{1, 0, "m.mo:1: half", reported, 1},
                                {0, 0, "m.mo:2: quarter", reported, 1},
                                {0, 1, "m.mo:3: start", NULL, 0}};

static Model asserting(void)
{
  Model model = hand_decay;
  model.n_assertions = 3;
  model.assertion = all;
  model.assertions = look;
  return model;
}

static void test_an_error_ends_the_step(void **state)
{
  (void)state;
  HandLog log;
  Model model = asserting();
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 9);
  assert_int_equal(fmi2DoStep(inst, 0, 1, fmi2True), fmi2OK); /* 0.37 */
  assert_int_equal(assertions_of(inst)->warned[0], 1);
  assert_int_equal(fmi2DoStep(inst, 1, 1, fmi2True), fmi2Error); /* 0.14 */
  assert_non_null(strstr(log.last_error, "m.mo:2: quarter (x = 0."));
  assert_int_equal(inst->mode, MODE_ERROR);
  assert_int_equal(fmi2Reset(inst), fmi2OK);
  assert_int_equal(assertions_of(inst)->warned[0], 0);
  instance_free(inst);
}

static void test_an_initial_one_is_for_the_start(void **state)
{
  (void)state;
  HandLog log;
  Model model = asserting();
  Instance *inst = hand_instance(&model, fmi2CoSimulation, &log);
  fmi2ValueReference x = 1;
  double start = 0.8;
  assert_int_equal(fmi2SetReal(inst, &x, 1, &start), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2Error);
  assert_non_null(strstr(log.last_error, "m.mo:3: start"));
  instance_free(inst);
}

static void test_model_exchange(void **state)
{
  (void)state;
  HandLog log;
  Model model = asserting();
  Instance *inst = hand_running(&model, fmi2ModelExchange, &log, 1e-6, 9);
  fmi2Boolean event, end;
  double x = 0.3;
  if (inst->mode == MODE_EVENT) {
    assert_int_equal(fmi2EnterContinuousTimeMode(inst), fmi2OK);
  }
  assert_int_equal(fmi2SetContinuousStates(inst, &x, 1), fmi2OK);
  assert_int_equal(fmi2CompletedIntegratorStep(inst, fmi2True, &event, &end),
                   fmi2OK);
  x = 0.2;
  assert_int_equal(fmi2SetContinuousStates(inst, &x, 1), fmi2OK);
  assert_int_equal(fmi2CompletedIntegratorStep(inst, fmi2True, &event, &end),
                   fmi2Error);
  assert_non_null(strstr(log.last_error, "quarter"));
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_an_error_ends_the_step),
      cmocka_unit_test(test_an_initial_one_is_for_the_start),
      cmocka_unit_test(test_model_exchange),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
