/* Loops that are held beyond an event, around hand_switch: its relation
 * x < 0.25 is false at the start. */
#include "test.h"

#include "evaluate/beyond_event.h"
#include "evaluate/evaluate.h"
#include "hand_model.h"

static const Block loop = {.n = 1, .linear = 1};

/* A loop that fails in an evaluation at this x. */
static bool run_with_x(Instance *inst, double x, bool *held)
{
  inst->values.real[SWITCH_X] = x;
  beyond_event_begin(inst);
  snprintf(inst->reason, sizeof inst->reason, "nothing determines it");
  *held = beyond_event_hold(inst, &loop);
  return beyond_event_end(inst, *held);
}

static Instance *begin(HandLog *log)
{
  return hand_running(&hand_switch, fmi2ModelExchange, log, 1e-6, 2);
}

static void test_held_where_a_relation_changes(void **state)
{
  (void)state;
  HandLog log = {0};
  Instance *inst = begin(&log);
  bool held;
  assert_true(run_with_x(inst, 0.1, &held));
  assert_true(held);
  assert_string_equal(inst->reason, "");
  assert_true(beyond_event_is_here(inst));
  beyond_event_begin(inst);
  assert_true(beyond_event_end(inst, true)); /* the next one is as any other */
  assert_false(beyond_event_is_here(inst));
  instance_free(inst);
}

static void test_fails_where_none_changes(void **state)
{
  (void)state;
  HandLog log = {0};
  Instance *inst = begin(&log);
  bool held;
  assert_false(run_with_x(inst, 0.9, &held));
  assert_true(held);
  assert_string_equal(inst->reason, "nothing determines it");
  assert_false(beyond_event_is_here(inst));
  instance_free(inst);
}

static void test_not_held(void **state)
{
  (void)state;
  HandLog log = {0};
  Instance *inst = begin(&log);
  Block other = loop;
  assert_false(beyond_event_hold(inst, &loop)); /* nothing is evaluated */
  beyond_event_begin(inst);
  other.linear = 0;
  assert_false(beyond_event_hold(inst, &other));
  other.linear = 1;
  other.set = 1;
  assert_false(beyond_event_hold(inst, &other));
  inst->values.initial = 1;
  assert_false(beyond_event_hold(inst, &loop));
  assert_false(beyond_event_end(inst, false));
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_held_where_a_relation_changes),
      cmocka_unit_test(test_fails_where_none_changes),
      cmocka_unit_test(test_not_held)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
