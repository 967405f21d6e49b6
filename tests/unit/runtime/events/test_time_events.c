/* time_events.c: ticks of sample() and timed relations, hit exactly; memory.c:
 * what was before. */
#include "test.h"

#include "evaluate/memory.h"
#include "events/time_events.h"
#include "hand_model.h"

/* real: time, x, der(x), late; boolean: sample, its pre; integer: n, pre(n).
 * der(x) = 1; when sample(0.1, 0.1) then n = pre(n) + 1; late = time >= 0.25 */
enum { TIME, X, DER, LATE, N_REAL };

static int run(ModelValues *v)
{
  v->real[DER] = 1;
  v->real[LATE] = v->relation[0];
  v->integer[0] = v->integer[1];
  if (!v->initial && v->boolean[0] && !v->boolean[1]) v->integer[0]++;
  return 0;
}

static void moments(const ModelValues *v, double *z)
{
  (void)v;
  z[0] = 0.25;
}

static void ticks(const ModelValues *v, SampleTimes *t)
{
  (void)v;
  t[0] = (SampleTimes){0.1, 0.1};
}

static void no_ticks(const ModelValues *v, SampleTimes *t)
{
  (void)v;
  t[0] = (SampleTimes){0, 0};
}

static const unsigned char real_kind[] = {
    VARIABLE_TIME, VARIABLE_EXACT, VARIABLE_CALCULATED, VARIABLE_CALCULATED};
static const unsigned char other_kind[] = {VARIABLE_CALCULATED,
                                           VARIABLE_CALCULATED};
static const double real_start[N_REAL];
static const int other_start[2];
static const int state[] = {X}, derivative[] = {DER}, sample[] = {0};
static const double nominal[] = {1};
static const Relation relation[] = {{1, 1, "m.mo:3: time >= 0.25", 1, 0}};
static const PrePair pair[] = {{0, 1, 0}};

static const Model counting = {.contract = FOUCAULT_MODEL_CONTRACT,
                               .name = "Counting",
                               .guid = HAND_GUID,
                               .n_real = N_REAL,
                               .n_integer = 2,
                               .n_boolean = 2,
                               .real_kind = real_kind,
                               .integer_kind = other_kind,
                               .boolean_kind = other_kind,
                               .real_start = real_start,
                               .integer_start = other_start,
                               .boolean_start = other_start,
                               .n_states = 1,
                               .state = state,
                               .derivative = derivative,
                               .shown_state = state,
                               .shown_derivative = derivative,
                               .state_nominal = nominal,
                               .n_relations = 1,
                               .relation = relation,
                               .n_integer_pre = 1,
                               .integer_pre = pair,
                               .n_boolean_pre = 1,
                               .boolean_pre = pair,
                               .n_samples = 1,
                               .sample = sample,
                               .samples = ticks,
                               .tolerance = 1e-6,
                               .parameters = hand_nothing,
                               .starts = hand_no_starts,
                               .initialize = run,
                               .evaluate = run,
                               .crossings = moments};

static void test_ticks_add_up_no_rounding(void **unused)
{
  (void)unused;
  HandLog log;
  Instance *inst = hand_running(&counting, fmi2CoSimulation, &log, 1e-6, 100);
  for (int k = 0; k < 50; k++) {
    assert_int_equal(fmi2DoStep(inst, 2 * k, 2, fmi2True), fmi2OK);
  }
  assert_int_equal(inst->values.integer[0], 1000);
  assert_int_equal(inst->values.integer[1], 1000);
  assert_int_equal(inst->values.boolean[0], 0); /* at its ticks only */
  assert_true(fabs(hand_real(inst, X) - 100) < 1e-9);
  fmi2FreeInstance(inst);
}

static void test_next_event_in_model_exchange(void **unused)
{
  (void)unused;
  HandLog log;
  fmi2EventInfo info;
  const double expected[] = {0.1, 0.2, 0.25, 0.1 + 2 * 0.1, 0.1 + 3 * 0.1};
  Instance *inst = hand_running(&counting, fmi2ModelExchange, &log, 1e-6, 100);
  for (int k = 0; k < 5; k++) {
    assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
    assert_true(info.nextEventTimeDefined);
    assert_true(info.nextEventTime == expected[k]);
    assert_int_equal(hand_real(inst, LATE) > 0, k > 2);
    assert_int_equal(fmi2EnterContinuousTimeMode(inst), fmi2OK);
    assert_int_equal(fmi2SetTime(inst, info.nextEventTime), fmi2OK);
    assert_int_equal(fmi2EnterEventMode(inst), fmi2OK);
  }
  assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
  assert_int_equal(inst->values.integer[0], 4);
  fmi2FreeInstance(inst);
}

static void test_an_interval_is_positive(void **unused)
{
  (void)unused;
  HandLog log;
  Model model = counting;
  model.samples = no_ticks;
  Instance *inst = hand_instance(&model, fmi2CoSimulation, &log);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2Error);
  fmi2FreeInstance(inst);
}

static void test_memory_tells_what_changed(void **unused)
{
  (void)unused;
  HandLog log;
  Instance *inst = hand_running(&counting, fmi2ModelExchange, &log, 1e-6, 100);
  assert_false(memory_update(inst));
  inst->values.integer[0] = 7;
  assert_true(memory_update(inst));
  assert_int_equal(inst->values.integer[1], 7);
  assert_false(memory_update(inst));
  fmi2FreeInstance(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ticks_add_up_no_rounding),
      cmocka_unit_test(test_next_event_in_model_exchange),
      cmocka_unit_test(test_an_interval_is_positive),
      cmocka_unit_test(test_memory_tells_what_changed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
