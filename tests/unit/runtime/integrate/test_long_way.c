/* Long communication steps by the method of order 8, on hand-written models. */
#include "test.h"

#include "core/thresholds.h"
#include "evaluate/evaluate.h"
#include "hand_model.h"
#include "integrate/integrator_run.h"

static IntegratorRun *run_of(Instance *inst)
{
  return inst->integrator;
}

static bool is_on_long_way(Instance *inst)
{
  return run_of(inst)->solver == &long_way_calls;
}

static double state_of(const Instance *inst)
{
  return inst->values.real[inst->state[0]];
}

/* der(x) = -x, 10 s. */
static Instance *begin(Model *m, const Model *of, HandLog *log)
{
  *m = *of;
  m->method = METHOD_AUTO;
  m->is_smooth = 1;
  return hand_running(m, fmi2CoSimulation, log, 1e-8, 10);
}

static void expect_decay(const Instance *inst)
{
  double right = exp(-instance_time(inst));
  assert_true(fabs(state_of(inst) - right) < 1e-8 * right + 1e-9);
}

/* Few steps; the end is met exactly, and so is what the run asks for inside of
 * a step. */
static void test_whole_run(void **state)
{
  (void)state;
  HandLog log;
  Model m;
  Instance *inst = begin(&m, &hand_decay, &log);
  assert_int_equal(fmi2DoStep(inst, 0, 10, fmi2True), fmi2OK);
  assert_true(is_on_long_way(inst));
  assert_true(instance_time(inst) == 10);
  assert_true(run_of(inst)->long_way->n_steps <= 25);
  expect_decay(inst);
  instance_free(inst);
}

/* The curve of a step: where it is looked at it is the solution. */
static void test_curve(void **state)
{
  (void)state;
  HandLog log;
  Model m;
  Instance *inst = begin(&m, &hand_decay, &log);
  assert_int_equal(fmi2DoStep(inst, 0, 5, fmi2True), fmi2OK);
  IntegratorRun *run = run_of(inst);
  const LongWay *way = run->long_way;
  for (int k = 0; k <= 8; k++) {
    double time = way->from + k / 8.0 * way->length, defect;
    const double *value, *slope;
    assert_true(integrator_run_look_back(run, time));
    assert_true(run->solver->motion(run, &value, &slope));
    assert_true(fabs(value[0] - exp(-time)) < 2e-8);
    assert_true(fabs(slope[0] + exp(-time)) < 1e-6);
    run->solver->store(run, time);
    assert_true(evaluate_model(inst));
    assert_true(run->solver->defect(run, &defect) && defect < DEFECT_MOST);
  }
  instance_free(inst);
}

/* What is set again goes on to the last bit; a reset forgets everything. */
static void test_saved(void **state)
{
  (void)state;
  HandLog log;
  Model m;
  Instance *inst = begin(&m, &hand_decay, &log);
  fmi2FMUstate saved = NULL;
  double end[2];
  assert_int_equal(fmi2DoStep(inst, 0, 4, fmi2True), fmi2OK);
  assert_true(is_on_long_way(inst));
  assert_int_equal(fmi2GetFMUstate(inst, &saved), fmi2OK);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(fmi2DoStep(inst, 4, 3, fmi2True), fmi2OK);
    assert_int_equal(fmi2DoStep(inst, 7, 3, fmi2True), fmi2OK);
    end[k] = state_of(inst);
    assert_int_equal(fmi2SetFMUstate(inst, saved), fmi2OK);
  }
  assert_true(end[0] == end[1]);
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  instance_free(inst);
}

/* Points that follow each other break its steps off: the other solver takes
 * over, and keeps the run. */
static void test_near_points(void **state)
{
  (void)state;
  HandLog log;
  Model m;
  Instance *inst = begin(&m, &hand_decay, &log);
  assert_int_equal(fmi2DoStep(inst, 0, 5, fmi2True), fmi2OK);
  assert_true(is_on_long_way(inst));
  assert_int_equal(fmi2DoStep(inst, 5, 0.01, fmi2True), fmi2OK);
  assert_true(!is_on_long_way(inst) && run_of(inst)->long_way->gave_up);
  assert_int_equal(fmi2DoStep(inst, 5.01, 4.5, fmi2True), fmi2OK);
  assert_true(!is_on_long_way(inst));
  expect_decay(inst);
  instance_free(inst);
}

/* Communication points that no sum of steps meets exactly are met. */
static void test_odd_points(void **state)
{
  (void)state;
  HandLog log;
  Model m;
  Instance *inst = begin(&m, &hand_decay, &log);
  const double step[] = {2.7, 3.1, 4.2};
  double time = 0;
  for (int k = 0; k < 3; k++) {
    double length = k < 2 ? step[k] : 10 - time;
    assert_int_equal(fmi2DoStep(inst, time, length, fmi2True), fmi2OK);
    time = instance_time(inst);
    expect_decay(inst);
  }
  assert_true(is_on_long_way(inst));
  instance_free(inst);
}

/* From the start there are many, or another method was asked for. */
static void test_not_begun(void **state)
{
  (void)state;
  HandLog log;
  Model m;
  Instance *inst = begin(&m, &hand_decay, &log);
  assert_int_equal(fmi2DoStep(inst, 0, 0.1, fmi2True), fmi2OK);
  assert_true(!is_on_long_way(inst) && !run_of(inst)->long_way->gave_up);
  instance_free(inst);
  inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-8, 10);
  assert_int_equal(fmi2DoStep(inst, 0, 10, fmi2True), fmi2OK);
  assert_true(!is_on_long_way(inst) && !run_of(inst)->long_way);
  instance_free(inst);
}

/* Points that cannot be evaluated: the other solver says what is wrong. */
static void test_dead_end(void **state)
{
  (void)state;
  HandLog log;
  Model m;
  Instance *inst = begin(&m, &hand_not_finite, &log);
  assert_int_equal(fmi2DoStep(inst, 0, 5, fmi2True), fmi2Error);
  assert_true(run_of(inst)->long_way->gave_up);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole_run),  cmocka_unit_test(test_curve),
      cmocka_unit_test(test_saved),      cmocka_unit_test(test_near_points),
      cmocka_unit_test(test_odd_points), cmocka_unit_test(test_not_begun),
      cmocka_unit_test(test_dead_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
