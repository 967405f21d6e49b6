/* slide.c: a state is held at zero by a relay, an input takes it away, it comes
 * back. */
#include "test.h"

#include "events/slide.h"
#include "hand_model.h"

/* relay = if x < 0 then 1 else -1; der(x) = relay + load; der(sum) = relay;
 * boolean: x < 0, and its pre where something remembers it. */
enum { TIME, X, SUM, DER_X, RELAY, LOAD, N_REAL };

static int run(ModelValues *v)
{
  v->boolean[0] = v->relation[0];
  v->real[RELAY] = v->relation[0] ? 1 : -1;
  v->real[DER_X] = v->real[RELAY] + v->real[LOAD];
  return 0;
}

static int tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->d[RELAY] = 0;
  t->d[DER_X] = t->d[LOAD];
  return 0;
}

static void crossings(const ModelValues *v, double *z)
{
  z[0] = v->real[X];
}

static const unsigned char real_kind[] = {
    VARIABLE_TIME,       VARIABLE_EXACT,      VARIABLE_EXACT,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_INPUT};
static const unsigned char boolean_kind[] = {VARIABLE_CALCULATED,
                                             VARIABLE_CALCULATED};
static const double real_start[N_REAL] = {0, 0.5};
static const int boolean_start[2];
static const int state[] = {X, SUM}, derivative[] = {DER_X, RELAY};
static const double nominal[] = {1, 1};
static const Relation relation[] = {{0, 0, "relay.mo:5: x < 0", 1, 0}};
static const PrePair pair[] = {{0, 1, 0}};

static const Model relay = {.contract = FOUCAULT_MODEL_CONTRACT,
                            .name = "Relay",
                            .guid = HAND_GUID,
                            .n_real = N_REAL,
                            .n_boolean = 2,
                            .real_kind = real_kind,
                            .boolean_kind = boolean_kind,
                            .real_start = real_start,
                            .boolean_start = boolean_start,
                            .n_states = 2,
                            .state = state,
                            .derivative = derivative,
                            .shown_state = state,
                            .shown_derivative = derivative,
                            .state_nominal = nominal,
                            .n_relations = 1,
                            .n_indicators = 1,
                            .relation = relation,
                            .tolerance = 1e-6,
                            .parameters = hand_nothing,
                            .starts = hand_no_starts,
                            .initialize = run,
                            .evaluate = run,
                            .tangent = tangent,
                            .crossings = crossings};

static void set_load(Instance *inst, double value)
{
  const fmi2ValueReference reference = LOAD;
  assert_int_equal(fmi2SetReal(inst, &reference, 1, &value), fmi2OK);
}

/* To the end of step `last`, each of 0.1. */
static void step_to(Instance *inst, int *done, int last)
{
  for (; *done < last; (*done)++) {
    assert_int_equal(fmi2DoStep(inst, 0.1 * *done, 0.1, fmi2True), fmi2OK);
  }
}

static void test_slides_and_leaves(void **test_state)
{
  (void)test_state;
  HandLog log;
  Instance *inst = hand_running(&relay, fmi2CoSimulation, &log, 1e-6, 10);
  int done = 0;
  step_to(inst, &done, 10);
  assert_true(slide_is_active(inst));
  assert_true(fabs(hand_real(inst, X)) < 1e-6);
  assert_true(fabs(hand_real(inst, RELAY)) < 1e-6);
  set_load(inst, 0.4);
  step_to(inst, &done, 15);
  assert_true(slide_is_active(inst));
  assert_true(fabs(hand_real(inst, RELAY) + 0.4) < 1e-6);
  assert_true(fabs(hand_real(inst, SUM) + 0.5 + 0.5 * 0.4) < 1e-5);
  set_load(inst, 2);
  step_to(inst, &done, 20);
  assert_false(slide_is_active(inst));
  assert_true(fabs(hand_real(inst, X) - 0.5) < 1e-5);
  set_load(inst, 0);
  step_to(inst, &done, 30);
  assert_true(slide_is_active(inst));
  assert_true(fabs(hand_real(inst, X)) < 1e-6);
  assert_true(inst->statistics.steps < 1000);
  fmi2FreeInstance(inst);
}

static void test_is_saved(void **test_state)
{
  (void)test_state;
  HandLog log;
  Instance *inst = hand_running(&relay, fmi2CoSimulation, &log, 1e-6, 10);
  fmi2FMUstate saved = NULL;
  int done = 0;
  step_to(inst, &done, 10);
  set_load(inst, 0.4);
  assert_int_equal(fmi2GetFMUstate(inst, &saved), fmi2OK);
  step_to(inst, &done, 12);
  double sum = hand_real(inst, SUM);
  set_load(inst, 3);
  step_to(inst, &done, 15);
  assert_false(slide_is_active(inst));
  assert_int_equal(fmi2SetFMUstate(inst, saved), fmi2OK);
  done = 10;
  step_to(inst, &done, 12);
  assert_true(slide_is_active(inst));
  assert_true(hand_real(inst, SUM) == sum);
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  fmi2FreeInstance(inst);
}

/* What is remembered would be wrong if the relation no longer changed. */
static void test_memory_is_respected(void **test_state)
{
  (void)test_state;
  HandLog log;
  Model model = relay;
  model.n_boolean_pre = 1;
  model.boolean_pre = pair;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 10);
  int done = 0;
  step_to(inst, &done, 10);
  assert_false(slide_is_active(inst));
  assert_true(inst->statistics.events > 100);
  assert_true(fabs(hand_real(inst, X)) < 10.0 / 2500);
  fmi2FreeInstance(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_slides_and_leaves),
      cmocka_unit_test(test_is_saved),
      cmocka_unit_test(test_memory_is_respected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
