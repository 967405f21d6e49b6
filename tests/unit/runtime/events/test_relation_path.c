/* Relations that chase each other, in event iterations of hand-made models. */
#include "test.h"

#include "events/events.h"
#include "events/relation_path.h"
#include "hand_model.h"

/* Friction: relation 0 says s > 1, relation 1 s < -1, with s = real[1]. */
static const Relation friction[] = {{0, 0, "s > 1", 1, 0},
                                    {0, 0, "s < -1", 1, 0}};

static void friction_crossings(const ModelValues *v, double *z)
{
  z[0] = 1 - v->real[1];
  z[1] = v->real[1] + 1;
}

/* Sliding forward s is far below -1, backward far above 1; stuck it is the
 * load 0.2. */
static int light_block(ModelValues *v)
{
  v->real[1] = v->relation[0] ? -30 : v->relation[1] ? 40 : 0.2;
  return 0;
}

static Model friction_model(int (*evaluate)(ModelValues *v))
{
  Model model = hand_contradiction;
  model.evaluate = evaluate;
  model.initialize = evaluate;
  model.crossings = friction_crossings;
  model.relation = friction;
  model.n_relations = model.n_indicators = 2;
  return model;
}

static void test_what_lies_between_is_found(void **state)
{
  (void)state;
  Model model = friction_model(light_block);
  for (int k = 0; k < 3; k++) {
    HandLog log;
    Instance *inst = hand_instance(&model, fmi2ModelExchange, &log);
    if (k < 2) inst->values.relation[k] = 1;
    assert_true(events_settle(inst));
    assert_int_equal(inst->values.relation[0] + inst->values.relation[1], 0);
    assert_true(inst->values.real[1] == 0.2);
    instance_free(inst);
  }
}

static void test_at_the_start_too(void **state)
{
  (void)state;
  Model model = friction_model(light_block);
  HandLog log;
  Instance *inst = hand_instance(&model, fmi2ModelExchange, &log);
  inst->start_real[1] = 7; /* the first guess slides forward */
  assert_int_equal(fmi2SetupExperiment(inst, fmi2False, 0, 0, fmi2False, 0),
                   fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_true(inst->values.real[1] == 0.2);
  fmi2FreeInstance(inst);
}

/* An amplifier between its limits, relations s > 1 and s < -1, with twice its
 * output added to the input real[2]. */
static int trigger(ModelValues *v)
{
  double input = v->real[2];
  v->real[1] = v->relation[0] ? input + 2 : v->relation[1] ? input - 2 : -input;
  return 0;
}

/* Both ends of both branches: the other one is found, not what lies between. */
static void test_the_other_branch_is_found(void **state)
{
  (void)state;
  Model model = friction_model(trigger);
  double start[3] = {0};
  unsigned char kind[3] = {VARIABLE_TIME, VARIABLE_CALCULATED, VARIABLE_INPUT};
  model.n_real = 3;
  model.real_start = start;
  model.real_kind = kind;
  for (int k = 0; k < 2; k++) {
    HandLog log;
    Instance *inst = hand_instance(&model, fmi2ModelExchange, &log);
    inst->values.relation[k] = 1;
    inst->values.real[2] = k == 0 ? -1.2 : 1.2;
    assert_true(events_settle(inst));
    assert_int_equal(inst->values.relation[k], 0);
    assert_int_equal(inst->values.relation[1 - k], 1);
    assert_true(inst->values.real[1] == (k == 0 ? -3.2 : 3.2));
    instance_free(inst);
  }
}

/* Stuck it would slide, sliding it would stick: nothing is consistent. */
static int contradiction(ModelValues *v)
{
  v->real[1] = v->relation[0] ? -30 : v->relation[1] ? 40 : 2;
  return 0;
}

static void test_what_has_no_solution_ends(void **state)
{
  (void)state;
  Model model = friction_model(contradiction);
  HandLog log;
  Instance *inst = hand_instance(&model, fmi2ModelExchange, &log);
  assert_false(events_settle(inst));
  assert_non_null(strstr(inst->reason, "event iteration does not end"));
  instance_free(inst);
}

/* Fifty switches, each of which turns on the next: no circle, so all of it
 * is walked without looking for one. */
enum { N_SWITCHES = 50 };
static int cascade(ModelValues *v)
{
  (void)v;
  return 0;
}

static void cascade_crossings(const ModelValues *v, double *z)
{
  for (int k = 0; k < N_SWITCHES; k++) {
    z[k] = k == 0 || v->relation[k - 1] ? -1 : 1;
  }
}

static void test_a_cascade_is_no_circle(void **state)
{
  (void)state;
  Relation relation[N_SWITCHES];
  for (int k = 0; k < N_SWITCHES; k++) relation[k] = friction[0];
  Model model = friction_model(cascade);
  model.crossings = cascade_crossings;
  model.relation = relation;
  model.n_relations = model.n_indicators = N_SWITCHES;
  HandLog log;
  Instance *inst = hand_instance(&model, fmi2ModelExchange, &log);
  assert_true(events_settle(inst));
  assert_int_equal(inst->values.relation[N_SWITCHES - 1], 1);
  assert_false(relation_path_walks(inst));
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_lies_between_is_found),
      cmocka_unit_test(test_at_the_start_too),
      cmocka_unit_test(test_the_other_branch_is_found),
      cmocka_unit_test(test_what_has_no_solution_ends),
      cmocka_unit_test(test_a_cascade_is_no_circle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
