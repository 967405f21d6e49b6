/* Jumps to another branch of the constraints are seen, motions are not. */
#include "test.h"

#include "evaluate/evaluate.h"
#include "hand_selection.h"
#include "states/dummy_branch.h"
#include "states/dummy_pivot.h"

/* A pendulum without gravity turns evenly: everything at a time, and kept. */
static void place(Instance *inst, double time, double omega)
{
  double *w = inst->values.real, phi = 1 + omega * time;
  w[0] = time;
  w[SWING_X] = sin(phi);
  w[SWING_Y] = -cos(phi);
  w[SWING_VX] = cos(phi) * omega;
  w[SWING_VY] = sin(phi) * omega;
  w[SWING_AX] = -sin(phi) * omega * omega;
  w[SWING_AY] = cos(phi) * omega * omega;
}

static Instance *swing(HandLog *log, double tolerance)
{
  Instance *inst =
      hand_running(&hand_swing, fmi2ModelExchange, log, tolerance, 1);
  place(inst, 0, 1);
  dummy_pivot_measure(inst);
  dummy_pivot_keep(inst);
  return inst;
}

/* Even a step of half a radian is not a jump; the error falls with the step. */
static void test_motion_is_no_jump(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing(&log, 1e-9);
  double last = 1;
  for (double h = 0.5; h > 1e-3; h /= 2) {
    place(inst, h, 1);
    double jump = dummy_branch_jump(inst);
    assert_true(jump < 0.02 && jump < last / 2);
    assert_true(dummy_branch_is_smooth(inst));
    last = jump;
  }
  instance_free(inst);
}

/* Rounding right after a start is not a jump, at any step size. */
static void test_rounding_is_no_jump(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing(&log, 1e-9);
  for (double h = 1e-16; h < 1; h *= 10) {
    place(inst, h, 1);
    inst->values.real[SWING_X] += 1e-10;
    inst->values.real[SWING_Y] -= 1e-10;
    inst->values.real[SWING_VX] -= 1e-9;
    inst->values.real[SWING_VY] += 1e-9;
    assert_true(dummy_branch_jump(inst) < 0.02);
  }
  instance_free(inst);
}

/* The chosen coordinate on the other side; its velocity turned round. */
static void test_mirror_is_a_jump(void **state)
{
  (void)state;
  for (double h = 1e-6; h < 0.5; h *= 3) {
    HandLog log;
    Instance *inst = swing(&log, 1e-9); /* y is the state, x chosen */
    assert_int_equal(inst->state[1], SWING_Y);
    place(inst, h, 1);
    inst->values.real[SWING_X] *= -1;
    assert_true(dummy_branch_jump(inst) > 0.5);
    assert_false(dummy_branch_is_smooth(inst));
    assert_non_null(strstr(inst->reason, "has jumped"));
    assert_non_null(strstr(inst->reason, "swing.mo:7: x^2 + y^2 = 1"));

    place(inst, h, 1);
    inst->values.real[SWING_VX] *= -1;
    assert_true(dummy_branch_jump(inst) > 0.5);
    assert_false(dummy_branch_is_smooth(inst));
    instance_free(inst);
  }
}

/* States may do what they like: they are not chosen. */
static void test_states_do_not_jump(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing(&log, 1e-9);
  place(inst, 0.1, 1);
  inst->values.real[SWING_VY] += 0.01;
  assert_true(dummy_branch_jump(inst) < 0.02);
  instance_free(inst);
}

/* A determinant of another sign, without a jump. */
static void test_sign(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing(&log, 1e-9);
  assert_int_equal(selection_of(inst)->set_state[0].kept_sign[0], 1); /* 2 x */
  place(inst, 2.5, 1); /* beyond the pivot, x < 0 */
  dummy_pivot_measure(inst);
  assert_int_equal(selection_of(inst)->set_state[0].sign[0], -1);
  assert_false(dummy_branch_keeps_sign(inst));
  assert_non_null(strstr(inst->reason, "changed its sign"));
  instance_free(inst);
}

/* Another choice has another determinant: its sign is compared from there. */
static void test_sign_after_an_exchange(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing(&log, 1e-9);
  place(inst, 0, 1);
  inst->values.real[SWING_X] = 0.1;
  inst->values.real[SWING_Y] = -sqrt(0.99);
  assert_true(dummy_pivot_exchange(inst));
  assert_int_equal(selection_of(inst)->set_state[0].kept_sign[0], -1);
  dummy_pivot_measure(inst);
  assert_int_equal(selection_of(inst)->set_state[0].sign[0], -1); /* 2 y */
  inst->values.real[0] = 0.1;
  assert_true(dummy_branch_keeps_sign(inst));
  instance_free(inst);
}

/* Without a kept point, or back in time, there is nothing to report. */
static void test_nothing_to_compare(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing(&log, 1e-9);
  place(inst, -0.1, 1);
  inst->values.real[SWING_X] *= -1;
  assert_true(dummy_branch_jump(inst) == 0);
  assert_true(dummy_branch_is_smooth(inst));
  place(inst, 0.1, 1);
  inst->values.real[SWING_X] *= -1;
  *selection_of(inst)->has_kept = false;
  assert_true(dummy_branch_is_smooth(inst));
  instance_free(inst);

  inst = hand_running(&hand_decay, fmi2ModelExchange, &log, 1e-6, 1);
  assert_true(dummy_branch_is_smooth(inst));
  instance_free(inst);
}

/* One level only: the derivative is all that is known. */
static void test_first_order(void **state)
{
  (void)state;
  HandLog log;
  const fmi2ValueReference start[] = {PLANE_Z, PLANE_Z + 1};
  const double value[] = {2, 30};
  Instance *inst = hand_instance(&hand_plane, fmi2ModelExchange, &log);
  fmi2SetReal(inst, start, 2, value);
  fmi2EnterInitializationMode(inst);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  double *w = inst->values.real;
  w[0] = 0.1;
  w[PLANE_DER_Z + 1] = 10;
  w[PLANE_Z + 1] = 30 + 0.1 * 5; /* the mean of the slopes 0 and 10 */
  assert_true(dummy_branch_jump(inst) < 1e-12);
  w[PLANE_Z + 1] = -30;
  assert_true(dummy_branch_jump(inst) > 0.9);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_motion_is_no_jump),
      cmocka_unit_test(test_rounding_is_no_jump),
      cmocka_unit_test(test_mirror_is_a_jump),
      cmocka_unit_test(test_states_do_not_jump),
      cmocka_unit_test(test_sign),
      cmocka_unit_test(test_sign_after_an_exchange),
      cmocka_unit_test(test_nothing_to_compare),
      cmocka_unit_test(test_first_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
