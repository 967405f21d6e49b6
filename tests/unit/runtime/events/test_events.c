/* Relations, indicators and the event iteration. */
#include "test.h"

#include "evaluate/evaluate.h"
#include "events/chatter.h"
#include "events/events.h"
#include "hand_model.h"

/* One relation z < 0 (or z <= 0) with z = real[1]. */
static void crossing(const ModelValues *v, double *z)
{
  z[0] = v->real[1];
}

static Model one_relation(const Relation *relation)
{
  Model model = hand_contradiction;
  model.evaluate = hand_nothing;
  model.initialize = hand_nothing;
  model.crossings = crossing;
  model.relation = relation;
  return model;
}

static const Relation below = {0, 0, "below", 1, 0};
static const Relation not_above = {1, 0, "not above", 1, 0};

static void test_zero_belongs_to_one_side(void **state)
{
  (void)state;
  const Relation *relation[] = {&below, &not_above};
  for (int k = 0; k < 2; k++) {
    Model model = one_relation(relation[k]);
    HandLog log;
    Instance *inst = hand_instance(&model, fmi2ModelExchange, &log);
    inst->values.real[1] = 0;
    events_update_relations(inst, 0);
    assert_int_equal(inst->values.relation[0], k);
    inst->values.real[1] = -1e-300;
    events_update_relations(inst, 0);
    assert_int_equal(inst->values.relation[0], 1);
    inst->values.real[1] = 1e-300;
    events_update_relations(inst, 0);
    assert_int_equal(inst->values.relation[0], 0);
    instance_free(inst);
  }
}

/* After any update the indicator is not zero and has the relation's sign. */
static void test_indicator_is_never_zero_after_an_event(void **state)
{
  (void)state;
  Model model = one_relation(&below);
  HandLog log;
  Instance *inst = hand_instance(&model, fmi2ModelExchange, &log);
  const double z[] = {0,   -0.0, 1e-12, -1e-12, 1e-13, -1e-13, 1e-300,
                      1.0, -1.0, 1e-11, -1e-11, 2e-12, -2e-12};
  for (size_t k = 0; k < sizeof z / sizeof z[0]; k++) {
    for (unsigned char before = 0; before < 2; before++) {
      for (int round = 0; round < 20; round += 15) {
        double g = 0;
        inst->values.real[1] = z[k];
        inst->values.relation[0] = before;
        events_update_relations(inst, round);
        events_indicators(inst, &g);
        assert_true(inst->values.relation[0] ? g < 0 : g > 0);
      }
    }
  }
  instance_free(inst);
}

/* The band grows with what is compared, and counts in later rounds only. */
static void test_band(void **state)
{
  (void)state;
  static const Relation large = {0, 0, "p < 1e5", 1e5, 0};
  Model model = one_relation(&large);
  HandLog log;
  Instance *inst = hand_instance(&model, fmi2ModelExchange, &log);
  assert_true(events_band(inst, 0) == 1e-7);
  inst->values.relation[0] = 1;
  inst->values.real[1] = events_band(inst, 0) / 2;
  assert_int_equal(events_update_relations(inst, 50), -1);
  assert_int_equal(inst->values.relation[0], 1);
  assert_int_equal(events_update_relations(inst, 0), 0);
  assert_int_equal(inst->values.relation[0], 0);
  inst->values.real[1] = NAN; /* keeps what it was */
  assert_int_equal(events_update_relations(inst, 0), -1);
  instance_free(inst);
}

static void test_settle(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_switch, fmi2CoSimulation, &log, 1e-6, 2);
  const fmi2String category[] = {"logEvents"};
  fmi2SetDebugLogging(inst, fmi2True, 1, category);
  inst->values.real[SWITCH_X] = 0.1;
  assert_true(events_settle(inst));
  assert_int_equal(inst->stale, 0);
  assert_true(inst->values.real[SWITCH_DER_Z] == 1);
  assert_int_equal(log.n, 1);
  assert_string_equal(log.last, "at time 0 this relation becomes true: "
                                "switch.mo:6: x < 0.25");
  assert_string_equal(log.category, "logEvents");
  instance_free(inst);
}

static void test_endless_iteration_names_the_relation(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_instance(&hand_contradiction, fmi2ModelExchange, &log);
  assert_false(events_settle(inst));
  assert_non_null(strstr(inst->reason, "contradiction.mo:3: y < 0"));
  instance_free(inst);
}

/* A relation that flips within rounding: z is -1e-17 when false, 1e-17 when
 * true. It must settle. */
static int rounding(ModelValues *v)
{
  v->real[1] = v->relation[0] ? 1e-17 : -1e-17;
  return 0;
}

static void test_rounding_settles(void **state)
{
  (void)state;
  Model model = one_relation(&below);
  model.evaluate = rounding;
  HandLog log;
  Instance *inst = hand_instance(&model, fmi2ModelExchange, &log);
  assert_true(events_settle(inst));
  instance_free(inst);
}

/* der(x) = if x < 0 then 1 else -1 from 0.5: it slides along 0, warns once,
 * and looked at 200 times in a step. */
static void test_chattering_is_survived(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_chatter, fmi2CoSimulation, &log, 1e-6, 5);
  for (int k = 0; k < 4; k++) {
    assert_int_equal(fmi2DoStep(inst, 0.5 * k, 0.5, fmi2True), fmi2OK);
  }
  assert_true(chatter_of(inst)->relation[0].is_reported);
  assert_true(fabs(hand_real(inst, 1)) < 0.5 / 200);
  assert_true(inst->statistics.events > 400);
  assert_true(inst->statistics.events < 1500);
  assert_int_equal(fmi2Reset(inst), fmi2OK);
  assert_false(chatter_of(inst)->relation[0].is_reported);
  fmi2FreeInstance(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chattering_is_survived),
      cmocka_unit_test(test_zero_belongs_to_one_side),
      cmocka_unit_test(test_indicator_is_never_zero_after_an_event),
      cmocka_unit_test(test_band),
      cmocka_unit_test(test_settle),
      cmocka_unit_test(test_endless_iteration_names_the_relation),
      cmocka_unit_test(test_rounding_settles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
