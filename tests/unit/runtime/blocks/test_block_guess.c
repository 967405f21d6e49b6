/* Guesses of nonlinear blocks: extrapolation from accepted points. */
#include "test.h"

#include "blocks/block_guess.h"
#include "hand_model.h"

/* y^2 = 1 - x with x = time: the block of hand_dead_end, which the table of
 * blocks has to name for its guesses to be kept. */
static Block block;
static Model model;
static HandLog log_;

static Instance *begin(void)
{
  model = foucault_model; /* any values will do: only real[] is looked at */
  block = (Block){.n = 1, .n_columns = 1, .store = 1};
  static const int unknown[] = {PENDULUM_LAMBDA};
  static const int start[] = {0, 0};
  static const double nominal[] = {1};
  static const char *const equation[] = {"n.mo:1: y^2 = 1 - x"};
  block.unknown = unknown;
  block.equation = equation;
  block.nominal = nominal;
  block.column_start = start;
  model.n_blocks = 1;
  model.block = &block;
  Instance *inst = hand_instance(&model, fmi2ModelExchange, &log_);
  inst->stale = 0;
  inst->mode = MODE_STEP_COMPLETE;
  inst->type = CO_SIMULATION;
  inst->can_shorten = true;
  return inst;
}

static void accept(Instance *inst, double time, double value)
{
  inst->values.real[0] = time;
  inst->values.real[PENDULUM_LAMBDA] = value;
  block_guess_keep(inst);
}

static double guess_at(Instance *inst, double time)
{
  inst->values.real[0] = time;
  inst->values.real[PENDULUM_LAMBDA] = -77; /* a trial that was dropped */
  block_guess_set(inst, &block);
  return inst->values.real[PENDULUM_LAMBDA];
}

static void test_extrapolation(void **state)
{
  (void)state;
  Instance *inst = begin();
  assert_true(guess_at(inst, 1) == -77); /* nothing is known */
  accept(inst, 1, 10);
  assert_true(guess_at(inst, 2) == 10);
  accept(inst, 2, 11);
  assert_true(guess_at(inst, 3) == 12);
  assert_true(guess_at(inst, 2.5) == 11.5);
  assert_true(guess_at(inst, 1e6) == 11); /* too far for a line */
  accept(inst, 4, 17);
  assert_true(guess_at(inst, 5) == 20);
  block_guess_forget(inst);
  assert_true(guess_at(inst, 5) == -77);
  instance_free(inst);
}

/* At the time of the last evaluation its own solution is the best guess. */
static void test_second_evaluation(void **state)
{
  (void)state;
  Instance *inst = begin();
  accept(inst, 1, 10);
  inst->values.real[0] = 2;
  block_guess_evaluated(inst);
  assert_true(guess_at(inst, 2) == -77);
  assert_true(guess_at(inst, 2.5) == 10);
  instance_free(inst);
}

/* After a jump the line through the points before and after means nothing. */
static void test_jump(void **state)
{
  (void)state;
  Instance *inst = begin();
  accept(inst, 1, 10);
  accept(inst, 2, 11);
  block_guess_jumped(inst, &block);
  accept(inst, 2.001, -500);
  assert_true(guess_at(inst, 3) == -500);
  accept(inst, 3, -499);
  assert_true(fabs(guess_at(inst, 4) + 498) < 0.01);
  instance_free(inst);
}

/* One in a step that was dropped does not count. */
static void test_dropped_jump(void **state)
{
  (void)state;
  Instance *inst = begin();
  accept(inst, 1, 10);
  accept(inst, 2, 11);
  inst->values.real[0] = 4;
  block_guess_jumped(inst, &block);
  accept(inst, 3, 12);
  assert_true(guess_at(inst, 4) == 13);
  instance_free(inst);
}

static bool is_far(Instance *inst, double time, double value)
{
  inst->values.real[0] = time;
  inst->values.real[PENDULUM_LAMBDA] = value;
  return block_guess_is_far(inst, &block);
}

static void test_far_from_the_guess(void **state)
{
  (void)state;
  Instance *inst = begin();
  accept(inst, 1, -15);
  assert_false(is_far(inst, 2, 15)); /* nothing to compare it with */
  accept(inst, 2, -15);
  assert_true(is_far(inst, 3, 15));
  assert_false(is_far(inst, 3, -9));
  accept(inst, 3, -5);
  assert_false(is_far(inst, 13, 95)); /* on the line */
  assert_false(is_far(inst, 13, -3)); /* near the last point */
  assert_true(is_far(inst, 13, 30));
  inst->can_shorten = false;
  assert_false(is_far(inst, 13, 30));
  instance_free(inst);
}

static void test_inside_of_a_step(void **state)
{
  (void)state;
  Instance *inst = begin();
  accept(inst, 1, 2);
  accept(inst, 2, 10);
  assert_false(is_far(inst, 1.1, 9)); /* near its end */
  assert_false(is_far(inst, 1.9, 3)); /* near its beginning */
  assert_true(is_far(inst, 1.5, -7));
  assert_true(block_guess_looks_back(inst));
  assert_false(block_guess_may_jump(inst));
  inst->values.real[0] = 3;
  assert_false(block_guess_looks_back(inst));
  instance_free(inst);
}

/* An integrator has its own values for unknowns. */
static void test_expected_values(void **state)
{
  (void)state;
  Instance *inst = begin();
  inst->values.real[PENDULUM_LAMBDA] = 5;
  block_guess_expect(inst);
  inst->values.real[PENDULUM_LAMBDA] = 4;
  assert_true(block_guess_is_met(inst));
  inst->values.real[PENDULUM_LAMBDA] = -5;
  assert_false(block_guess_is_met(inst));
  instance_free(inst);
}

/* The size of what was there before another run says nothing. */
static void test_reset(void **state)
{
  (void)state;
  Instance *inst = begin();
  accept(inst, 1, 1000);
  accept(inst, 2, 0);
  accept(inst, 3, 0);
  assert_false(is_far(inst, 4, 5));
  block_guess_reset(inst);
  accept(inst, 2, 0);
  accept(inst, 3, 0);
  assert_true(is_far(inst, 4, 5));
  instance_free(inst);
}

static void test_when_a_jump_is_allowed(void **state)
{
  (void)state;
  Instance *inst = begin();
  accept(inst, 1, 10);
  accept(inst, 2, 11);
  inst->values.real[0] = 2.1;
  assert_false(block_guess_may_jump(inst));
  inst->values.real[0] = 2.00001;
  assert_true(block_guess_may_jump(inst));
  inst->mode = MODE_EVENT;
  inst->values.real[0] = 2.1;
  assert_true(block_guess_may_jump(inst));
  inst->mode = MODE_STEP_COMPLETE;
  inst->can_shorten = false;
  assert_true(block_guess_may_jump(inst));
  inst->mode = MODE_CONTINUOUS;
  assert_false(block_guess_may_jump(inst));
  instance_free(inst);
}

/* Back in time: from the evaluation before that time, not from the last. */
static void test_model_exchange(void **state)
{
  (void)state;
  Instance *inst = begin();
  inst->type = MODEL_EXCHANGE;
  inst->mode = MODE_CONTINUOUS;
  for (int k = 1; k <= 3; k++) {
    inst->values.real[0] = k;
    inst->values.real[PENDULUM_LAMBDA] = 10 * k;
    block_guess_evaluated(inst);
  }
  assert_true(guess_at(inst, 4) == -77); /* present values */
  assert_true(guess_at(inst, 2.5) == 20);
  inst->values.real[PENDULUM_LAMBDA] = 25;
  block_guess_evaluated(inst);
  assert_true(guess_at(inst, 2.2) == 20);
  assert_true(guess_at(inst, 2.7) == -77);
  instance_free(inst);
}

/* A second evaluation at one time takes the place of the first. */
static void test_model_exchange_at_one_time(void **state)
{
  (void)state;
  static const double time[] = {1, 2, 3, 3}, value[] = {10, 20, 30, 33};
  Instance *inst = begin();
  inst->type = MODEL_EXCHANGE;
  inst->mode = MODE_CONTINUOUS;
  for (int k = 0; k < 4; k++) {
    inst->values.real[0] = time[k];
    inst->values.real[PENDULUM_LAMBDA] = value[k];
    block_guess_evaluated(inst);
  }
  assert_true(guess_at(inst, 2.5) == 20);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_extrapolation),
      cmocka_unit_test(test_second_evaluation),
      cmocka_unit_test(test_jump),
      cmocka_unit_test(test_dropped_jump),
      cmocka_unit_test(test_far_from_the_guess),
      cmocka_unit_test(test_inside_of_a_step),
      cmocka_unit_test(test_expected_values),
      cmocka_unit_test(test_reset),
      cmocka_unit_test(test_when_a_jump_is_allowed),
      cmocka_unit_test(test_model_exchange),
      cmocka_unit_test(test_model_exchange_at_one_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
