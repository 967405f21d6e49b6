/* What is carried along beside the states: has no influence, and takes over
 * without a jump. */
#include "events/refresh_values.h"
#include "test.h"

#include "core/solver_memory.h"
#include "evaluate/evaluate.h"
#include "hand_selection.h"
#include "integrators/candidates.h"
#include "states/dummy_pivot.h"

enum { ROOM = 8 };

static Candidates *create(Instance *inst)
{
  SolverMemory *before = solver_memory_use(inst->solver_memory);
  size_t size = candidates_memory(inst->model);
  assert_true(solver_memory_open_part(inst->solver_memory, size));
  Candidates *c = candidates_create(inst);
  solver_memory_close_part(inst->solver_memory);
  solver_memory_use(before);
  assert_non_null(c);
  return c;
}

static Instance *swing(HandLog *log, Candidates **c, double *unknown)
{
  Instance *inst = hand_running(&hand_swing, fmi2CoSimulation, log, 1e-9, 1);
  assert_true(refresh_values(inst));
  *c = create(inst);
  candidates_begin(*c, unknown);
  return inst;
}

/* Every candidate at every level where it exists. */
static void test_layout(void **state)
{
  (void)state;
  HandLog log;
  double unknown[ROOM], slope[ROOM];
  assert_int_equal(candidates_count(&hand_swing), 4);
  assert_int_equal(candidates_count(&hand_sphere), 7);
  Instance *inst = hand_running(&hand_sphere, fmi2CoSimulation, &log, 1e-9, 1);
  Candidates *c = create(inst);
  candidates_begin(c, unknown);
  assert_int_equal(c->n, 7);
  assert_true(candidates_get_slopes(c, slope));
  int n_states = 0;
  for (int i = 0; i < c->n; i++) {
    assert_true(unknown[i] == inst->values.real[c->variable[i]]);
    assert_true(slope[i] == inst->values.real[c->slope[i]]);
    n_states += c->is_state[i];
  }
  assert_int_equal(n_states, inst->model->n_states);
  for (int k = 0; k < n_states; k++) {
    assert_int_equal(c->variable[c->at[k]], inst->state[k]);
    assert_int_equal(c->slope[c->at[k]], inst->derivative[k]);
  }
  instance_free(inst);
}

/* A candidate that is not a state may be anywhere near: the values stay. */
static void test_no_influence(void **state)
{
  (void)state;
  HandLog log;
  Candidates *c;
  double unknown[ROOM], right[ROOM], slope[ROOM];
  Instance *inst = swing(&log, &c, unknown);
  assert_true(candidates_get_slopes(c, right));
  for (int i = 0; i < c->n; i++) {
    if (!c->is_state[i]) unknown[i] += 1e-5;
  }
  candidates_set(c, 1e-300, unknown); /* another time: stale */
  assert_true(inst->stale & STALE_VALUES);
  assert_true(evaluate_model(inst));
  assert_true(candidates_get_slopes(c, slope));
  for (int i = 0; i < c->n; i++) assert_true(fabs(slope[i] - right[i]) < 1e-13);
  /* followed, it is right again without an evaluation */
  candidates_follow(c);
  candidates_set(c, 2e-300, unknown);
  const double *w = inst->values.real;
  assert_true(fabs(hypot(w[SWING_X], w[SWING_Y]) - 1) < 1e-13);
  instance_free(inst);
}

/* The new states begin where the constraints are, not where they drifted. */
static void test_exchange(void **state)
{
  (void)state;
  HandLog log;
  Candidates *c;
  double unknown[ROOM];
  Instance *inst = swing(&log, &c, unknown);
  double x = inst->values.real[SWING_X], y = inst->values.real[SWING_Y];
  for (int i = 0; i < c->n; i++) {
    if (!c->is_state[i]) unknown[i] += 1e-6;
  }
  candidates_set(c, 1e-300, unknown);
  assert_true(evaluate_model(inst));
  int before = inst->state[0];
  inst->exchanges_freely = true;
  inst->values.real[SWING_X] = y; /* a place where the other choice is better */
  inst->values.real[SWING_Y] = x;
  assert_true(dummy_pivot_exchange(inst));
  assert_int_not_equal(inst->state[0], before);
  inst->values.real[SWING_X] = x;
  inst->values.real[SWING_Y] = y;
  candidates_exchange(c);
  candidates_set(c, 2e-300, unknown);
  assert_true(evaluate_model(inst));
  assert_true(fabs(inst->values.real[SWING_X] - x) < 1e-12);
  assert_true(fabs(inst->values.real[SWING_Y] - y) < 1e-12);
  instance_free(inst);
}

/* The kept point gets the states of the accepted one. */
static void test_keep(void **state)
{
  (void)state;
  HandLog log;
  Candidates *c;
  double unknown[ROOM];
  Instance *inst = swing(&log, &c, unknown);
  dummy_pivot_keep(inst);
  unknown[c->at[0]] += 1e-7;
  candidates_keep(c, unknown);
  assert_true(selection_of(inst)->kept_real[inst->state[0]] ==
              unknown[c->at[0]]);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layout), cmocka_unit_test(test_no_influence),
      cmocka_unit_test(test_exchange), cmocka_unit_test(test_keep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
