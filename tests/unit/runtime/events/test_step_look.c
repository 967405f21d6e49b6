/* step_look.c: what has happened between the two ends of a step. */
#include "test.h"

#include "events/step_look.h"
#include "hand_model.h"

/* A state x; relation x > level, and the assertion x < 10 as a tape. */
enum { TIME, X, DER, LEVEL, INPUT, N_REAL };

static int run(ModelValues *v)
{
  v->boolean[0] = v->relation[0];
  return 0;
}

static void difference(const ModelValues *v, double *z)
{
  z[0] = v->real[LEVEL] + v->real[INPUT] - v->real[X];
}

static void hold(const ModelValues *v, unsigned char *holds)
{
  holds[0] = v->real[X] < 10;
}

static const unsigned char real_kind[] = {VARIABLE_TIME, VARIABLE_EXACT,
                                          VARIABLE_CALCULATED, VARIABLE_TUNABLE,
                                          VARIABLE_INPUT};
static const unsigned char boolean_kind[] = {VARIABLE_CALCULATED};
static const double real_start[] = {0, 0, 0, 1, 0}, nominal[] = {1};
static const int boolean_start[1], state[] = {X}, derivative[] = {DER};
static const Relation relation[] = {{0, 0, "m.mo:3: x > level + u", 1, 0}};
static const Assertion assertion[] = {
    {ASSERTION_ERROR, ASSERTION_ALWAYS, "m.mo:4: x < 10", NULL, 0}};
static const double number[] = {10};
static const TapeStep step[] = {{TAPE_REAL, 0, 0, 0},   {TAPE_INPUT, 1, 0, 0},
                                {TAPE_ADD, 0, 1, 0},    {TAPE_STATE, 2, 0, 0},
                                {TAPE_SUB, 2, 3, 0},    {TAPE_STATE, 0, 0, 0},
                                {TAPE_NUMBER, 1, 0, 0}, {TAPE_LT, 0, 1, 0}};
static const Tape tape[] = {{5, 3, step}, {3, 2, step + 5}};
static const int tape_of[] = {1, 2}, tape_operand[] = {LEVEL, INPUT, 0, 0, 0};

static const Model moving = {.contract = FOUCAULT_MODEL_CONTRACT,
                             .name = "Moving",
                             .guid = HAND_GUID,
                             .n_real = N_REAL,
                             .n_boolean = 1,
                             .real_kind = real_kind,
                             .boolean_kind = boolean_kind,
                             .real_start = real_start,
                             .boolean_start = boolean_start,
                             .n_states = 1,
                             .state = state,
                             .derivative = derivative,
                             .shown_state = state,
                             .shown_derivative = derivative,
                             .state_nominal = nominal,
                             .n_relations = 1,
                             .n_indicators = 1,
                             .relation = relation,
                             .n_assertions = 1,
                             .assertion = assertion,
                             .tape = tape,
                             .tape_of = tape_of,
                             .n_tape_operands = 5,
                             .tape_operand = tape_operand,
                             .tape_number = number,
                             .tolerance = 1e-6,
                             .parameters = hand_nothing,
                             .starts = hand_no_starts,
                             .initialize = run,
                             .evaluate = run,
                             .crossings = difference,
                             .assertions = hold};

static void put(Instance *inst, double time, double x, double slope)
{
  inst->values.real[TIME] = time;
  inst->values.real[X] = x;
  inst->values.real[DER] = slope;
}

/* A step of length 1 along peak - a*(time - 1/2)^2 */
static Instance *go(HandLog *log, fmi2Type type, double peak, double a)
{
  Instance *inst = hand_running(&moving, type, log, 1e-6, 5);
  assert_true(step_look_is_used(inst));
  put(inst, 0, peak - a / 4, a);
  step_look_begin(inst);
  put(inst, 1, peak - a / 4, -a);
  step_look_end(inst);
  return inst;
}

static void test_far_away_is_clear(void **unused)
{
  (void)unused;
  HandLog log;
  Instance *inst = go(&log, fmi2CoSimulation, 0.4, 0.5);
  assert_true(step_look_is_clear(inst, 0, 2));
  step_look_go_on(inst);
  assert_true(step_look_begins(inst) == 1);
  fmi2FreeInstance(inst);
}

/* 1.001 - 4*(time - 1/2)^2 is above 1 between 0.484 and 0.516. */
static void test_a_peak_is_found(void **unused)
{
  (void)unused;
  HandLog log;
  StepSuspect suspect;
  Instance *inst = go(&log, fmi2CoSimulation, 1.001, 4);
  assert_false(step_look_is_clear(inst, 0, 1));
  put(inst, 0.5, 1.001, 0);
  step_look_take_middle(inst);
  assert_true(step_look_has_middle(inst));
  assert_true(step_look_find(inst, 0, 1, 0, 1, &suspect));
  assert_int_equal(suspect.item, 0);
  assert_true(suspect.time > 0.484 && suspect.time < 0.516);
  assert_false(step_look_find(inst, 0, 1, 0.55, 1, &suspect));
  assert_false(step_look_find(inst, 1, 2, 0, 1, &suspect));
  assert_false(step_look_differs_at_end(inst, 0));
  fmi2FreeInstance(inst);
}

/* 0.999 stays below 1; with the input at -0.01 it does not. */
static void test_a_peak_below_the_level(void **unused)
{
  (void)unused;
  HandLog log;
  StepSuspect suspect;
  Instance *inst = go(&log, fmi2CoSimulation, 0.999, 4);
  assert_false(step_look_is_clear(inst, 0, 1));
  put(inst, 0.5, 0.999, 0);
  step_look_take_middle(inst);
  assert_false(step_look_find(inst, 0, 1, 0, 1, &suspect));
  inst->values.real[INPUT] = -0.01;
  assert_true(step_look_find(inst, 0, 1, 0, 1, &suspect));
  fmi2FreeInstance(inst);
}

static void test_an_assertion(void **unused)
{
  (void)unused;
  HandLog log;
  StepSuspect suspect;
  Instance *inst = go(&log, fmi2CoSimulation, 10.1, 4);
  assert_false(step_look_is_clear(inst, 1, 2));
  put(inst, 0.5, 10.1, 0);
  step_look_take_middle(inst);
  assert_true(step_look_find(inst, 1, 2, 0, 1, &suspect));
  assert_int_equal(suspect.item, 1);
  fmi2FreeInstance(inst);
}

/* In Model Exchange nobody knows what an input does within a step. */
static void test_inputs_in_model_exchange(void **unused)
{
  (void)unused;
  HandLog log;
  Instance *inst = go(&log, fmi2ModelExchange, 1.001, 4);
  assert_true(step_look_is_clear(inst, 0, 1));
  fmi2FreeInstance(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_far_away_is_clear),
      cmocka_unit_test(test_a_peak_is_found),
      cmocka_unit_test(test_a_peak_below_the_level),
      cmocka_unit_test(test_an_assertion),
      cmocka_unit_test(test_inputs_in_model_exchange),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
