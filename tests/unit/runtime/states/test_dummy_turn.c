/* test_dummy_turn.c: directions that turn, that jump, gradients that vanish. */
#include "test.h"

#include "evaluate/evaluate.h"
#include "hand_selection.h"
#include "states/dummy_branch.h"
#include "states/dummy_pivot.h"
#include "states/dummy_turn.h"

/* A pendulum of this length at an angle, at rest. */
static void put(Instance *inst, double time, double phi, double length)
{
  double *w = inst->values.real;
  w[0] = time;
  w[SWING_X] = length * sin(phi);
  w[SWING_Y] = -length * cos(phi);
  w[SWING_VX] = w[SWING_VY] = w[SWING_AX] = w[SWING_AY] = 0;
}

/* Kept at 1 radian: y is the state, S is y/x. */
static Instance *kept_pendulum(HandLog *log)
{
  Instance *inst = hand_running(&hand_swing, fmi2ModelExchange, log, 1e-6, 1);
  put(inst, 0, 1, 1);
  dummy_pivot_measure(inst);
  assert_true(dummy_branch_is_regular(inst));
  dummy_pivot_keep(inst);
  return inst;
}

static bool is_continuous_at(Instance *inst, double phi)
{
  put(inst, 0.1, phi, 1);
  dummy_pivot_measure(inst);
  return dummy_branch_is_continuous(inst);
}

static void test_turns(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = kept_pendulum(&log);
  assert_true(is_continuous_at(inst, 1));
  assert_true(is_continuous_at(inst, 0.5));
  assert_true(is_continuous_at(inst, 1.7));
  assert_false(is_continuous_at(inst, 1 + 0.9));
  assert_non_null(strstr(inst->reason, "two branches meet"));
  assert_non_null(strstr(inst->reason, "swing.mo:7: x^2 + y^2 = 1"));
  assert_false(is_continuous_at(inst, -1)); /* x on the other side */
  instance_free(inst);
}

/* The other side of the origin has the same directions, and another sign: a
 * crossing, if the step is short. */
static void test_straight_on(void **state)
{
  (void)state;
  HandLog log;
  const double pi = acos(-1);
  Instance *inst = kept_pendulum(&log);
  put(inst, 0.1, 1 + pi, 1);
  dummy_pivot_measure(inst);
  assert_true(dummy_branch_is_continuous(inst));
  assert_false(dummy_turn_is_straight(inst, 0, 0)); /* too long a step */
  assert_false(dummy_branch_keeps_sign(inst));
  put(inst, 0.2, 1, 1e-5);
  dummy_pivot_measure(inst);
  dummy_pivot_keep(inst);
  put(inst, 0.3, 1 + pi, 1e-5);
  dummy_pivot_measure(inst);
  assert_true(dummy_turn_is_straight(inst, 0, 0));
  assert_true(dummy_branch_keeps_sign(inst));
  put(inst, 0.3, -1, 1e-5); /* another direction */
  dummy_pivot_measure(inst);
  assert_false(dummy_turn_is_straight(inst, 0, 0));
  assert_false(dummy_branch_keeps_sign(inst));
  instance_free(inst);
}

static void test_vanishing_gradient(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = kept_pendulum(&log);
  put(inst, 0.1, 1, 1e-5);
  dummy_pivot_measure(inst);
  assert_true(dummy_branch_is_regular(inst));
  put(inst, 0.1, 1, 1e-7);
  dummy_pivot_measure(inst);
  assert_false(dummy_branch_is_regular(inst));
  assert_non_null(strstr(inst->reason, "vanishes"));
  assert_true(dummy_pivot_note_rank(inst, 1e-6));
  dummy_pivot_reset(inst); /* what was seen before does not count */
  assert_true(dummy_branch_is_regular(inst));
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_turns),
      cmocka_unit_test(test_straight_on),
      cmocka_unit_test(test_vanishing_gradient),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
