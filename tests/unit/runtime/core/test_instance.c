/* The memory of an instance: created, failing at every request, reset. */
#include "test.h"

#include "blocks/block_note.h"
#include "fmi/mechanisms.h"
#include "hand_model.h"
#include "integrators/integrators.h"
#include <sundials/sundials_context.h>

/* The linker sends the runtime's and CVODE's requests here (--wrap). */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);

static long requests_until_failure = -1; /* -1: never */
static long n_requests;

static bool refuse(void)
{
  n_requests++;
  return requests_until_failure >= 0 && n_requests > requests_until_failure;
}

void *__wrap_malloc(size_t size)
{
  return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
  return refuse() ? NULL : __real_calloc(count, size);
}

/* SUNDIALS 6 does not survive a failed request within this one function; the
 * integrator makes sure of the memory before. As a whole it may fail. */
int __real_SUNContext_Create(void *communicator, SUNContext *context);
int __wrap_SUNContext_Create(void *communicator, SUNContext *context);

int __wrap_SUNContext_Create(void *communicator, SUNContext *context)
{
  if (refuse()) return -1;
  long left = requests_until_failure, before = n_requests;
  requests_until_failure = -1;
  int result = __real_SUNContext_Create(communicator, context);
  requests_until_failure = left;
  n_requests = before;
  return result;
}

static Logger silent = {NULL, NULL, NULL, "silent", 0};

/* Co-Simulation: every request fails once; nothing leaks (the sanitizer of
 * the dev build watches), nothing crashes. */
static void test_memory_is_short(void **state)
{
  (void)state;
  n_requests = 0;
  instance_free(instance_create(&hand_switch, CO_SIMULATION, &silent,
                                &integrator_cvode, &runtime_mechanisms,
                                fmi2_calls));
  long needed = n_requests;
  assert_true(needed > 1);

  for (long k = 0; k < needed; k++) {
    requests_until_failure = k;
    n_requests = 0;
    Instance *inst =
        instance_create(&hand_switch, CO_SIMULATION, &silent, &integrator_cvode,
                        &runtime_mechanisms, fmi2_calls);
    requests_until_failure = -1;
    if (inst) {
      instance_free(inst);
      fail_msg("request %ld of %ld failed unnoticed", k + 1, needed);
    }
  }
}

/* What is still allocated later: a failure there is an error, no more. */
static void test_memory_is_short_while_running(void **state)
{
  (void)state;
  for (long k = 0; k < 20; k++) {
    HandLog log;
    Instance *inst =
        hand_running(&hand_switch, fmi2CoSimulation, &log, 1e-6, 2);
    assert_non_null(inst);
    n_requests = 0;
    requests_until_failure = k;
    fmi2Status status = fmi2DoStep(inst, 0, 1, fmi2True);
    bool was_refused = n_requests > k;
    requests_until_failure = -1;
    assert_int_equal(status, was_refused ? fmi2Error : fmi2OK);
    fmi2Terminate(inst);
    fmi2FreeInstance(inst);
    if (!was_refused) return;
  }
  fail_msg("a step allocates again and again");
}

static void test_model_exchange_is_one_block(void **state)
{
  (void)state;
  n_requests = 0;
  Instance *inst =
      instance_create(&foucault_model, MODEL_EXCHANGE, &silent,
                      &integrator_cvode, &runtime_mechanisms, fmi2_calls);
  assert_non_null(inst);
  assert_int_equal(n_requests, 1);
  instance_free(inst);
}

static void test_values_after_creation(void **state)
{
  (void)state;
  char name[] = "pendulum 1";
  Logger logger = {NULL, NULL, NULL, name, 0};
  Instance *inst =
      instance_create(&foucault_model, MODEL_EXCHANGE, &logger,
                      &integrator_cvode, &runtime_mechanisms, fmi2_calls);
  assert_non_null(inst);
  memset(name, 'x', sizeof name - 1);
  assert_string_equal(inst->logger.name, "pendulum 1");
  assert_int_equal(inst->mode, MODE_INSTANTIATED);
  assert_true(inst->values.real[PENDULUM_G] == 9.81);
  assert_int_equal(inst->values.integer[0], 7);
  assert_int_equal(inst->values.boolean[0], 1);
  assert_int_equal(inst->state[3], PENDULUM_VY);
  instance_free(inst);
  instance_free(NULL);
}

static void test_reset(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_instance(&foucault_model, fmi2CoSimulation, &log);
  const fmi2ValueReference angle = PENDULUM_ANGLE;
  const fmi2ValueReference integer = 0;
  const double wide = 1.2;
  const int eight = 8;
  assert_int_equal(fmi2SetReal(inst, &angle, 1, &wide), fmi2OK);
  assert_int_equal(fmi2SetInteger(inst, &integer, 1, &eight), fmi2OK);
  assert_int_equal(fmi2SetupExperiment(inst, 1, 1e-9, 3, 1, 4), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 3, 1, fmi2True), fmi2OK);
  assert_true(inst->statistics.rhs > 0);

  assert_int_equal(fmi2Reset(inst), fmi2OK);
  assert_int_equal(inst->mode, MODE_INSTANTIATED);
  assert_int_equal(inst->statistics.rhs, 0);
  assert_int_equal(inst->keep[PENDULUM_ANGLE], 0);
  assert_true(inst->tolerance == 1e-6);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(inst->values.integer[0], 7);
  assert_true(fabs(hand_real(inst, PENDULUM_X) - 0.5) < 1e-15);
  assert_int_equal(log.n, 0);
  instance_free(inst);
}

/* Two instances, run in turns, never meet. */
static void test_two_instances(void **state)
{
  (void)state;
  HandLog log;
  Instance *a = hand_running(&foucault_model, fmi2CoSimulation, &log, 1e-6, 2);
  Instance *b = hand_running(&foucault_model, fmi2CoSimulation, &log, 1e-6, 2);
  Instance *c = hand_running(&foucault_model, fmi2CoSimulation, &log, 1e-6, 2);
  for (int k = 0; k < 10; k++) {
    assert_int_equal(fmi2DoStep(a, 0.1 * k, 0.1, fmi2True), fmi2OK);
    assert_int_equal(fmi2DoStep(b, 0.1 * k, 0.1, fmi2True), fmi2OK);
  }
  for (int k = 0; k < 10; k++) {
    assert_int_equal(fmi2DoStep(c, 0.1 * k, 0.1, fmi2True), fmi2OK);
  }
  assert_true(hand_real(a, PENDULUM_X) == hand_real(b, PENDULUM_X));
  assert_true(hand_real(a, PENDULUM_X) == hand_real(c, PENDULUM_X));
  instance_free(a);
  instance_free(b);
  instance_free(c);
}

static void test_wrong_mode_is_logged(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_instance(&foucault_model, fmi2CoSimulation, &log);
  assert_null(instance_enter(inst, CALL_DO_STEP));
  assert_string_equal(log.last, "fmi2DoStep is not allowed in the mode "
                                "\"instantiated\" of Co-Simulation");
  assert_null(instance_enter(inst, CALL_SET_TIME));
  assert_string_equal(log.last, "fmi2SetTime is not part of Co-Simulation");
  assert_int_equal(inst->mode, MODE_INSTANTIATED);
  assert_null(instance_enter(NULL, CALL_RESET));
  instance_free(inst);
}

/* A block of many equations still makes a message of bounded size that names
 * equations and unknowns. */
static void test_block_message_is_bounded(void **state)
{
  (void)state;
  enum { N = 300 };
  static const char *text[N];
  static int unknown[N], column[N];
  static double residual[N];
  for (int i = 0; i < N; i++) {
    text[i] = "a_file_with_a_rather_long_name.mo:123: a + rather + long "
              "= equation + that + goes + on + and + on + and + on + and + on";
    unknown[i] = PENDULUM_X;
    column[i] = i;
    residual[i] = -1.2345e-100;
  }
  Block block = {.n = N,
                 .n_columns = N,
                 .unknown = unknown,
                 .equation = text,
                 .name = text};
  HandLog log;
  Instance *inst = hand_instance(&foucault_model, fmi2ModelExchange, &log);
  block_work_of(inst)->column = column;
  block_note(inst, LOG_NONLINEAR_SYSTEMS, &block, residual, "%s", "wrong");
  assert_int_equal(log.n, 0); /* the category is off; the reason is kept */
  assert_non_null(strstr(inst->reason, "more equations"));
  assert_non_null(strstr(inst->reason, "(residual -1.2345e-100)"));
  assert_non_null(strstr(inst->reason, "\n  at "));
  assert_true(strlen(inst->reason) < sizeof inst->reason - 1);
  assert_int_equal(instance_fail(inst, "%s", "failed"), fmi2Error);
  assert_int_equal(inst->mode, MODE_ERROR);
  assert_true(log.longest < LOG_MESSAGE_SIZE);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_memory_is_short),
      cmocka_unit_test(test_memory_is_short_while_running),
      cmocka_unit_test(test_model_exchange_is_one_block),
      cmocka_unit_test(test_values_after_creation),
      cmocka_unit_test(test_reset),
      cmocka_unit_test(test_two_instances),
      cmocka_unit_test(test_wrong_mode_is_logged),
      cmocka_unit_test(test_block_message_is_bounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
