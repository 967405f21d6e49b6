/* One step of a Runge-Kutta method on hand-written models. */
#include "test.h"

#include "core/solver_memory.h"
#include "core/thresholds.h"
#include "evaluate/evaluate.h"
#include "hand_model.h"
#include "integrate/integrator_run.h"

/* A run of hand_decay whose solver has started, at the time 0.1. */
static Instance *begin(HandLog *log)
{
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, log, 1e-6, 10);
  assert_int_equal(fmi2DoStep(inst, 0, 0.1, fmi2True), fmi2OK);
  inst->restart_needed = true;
  return inst;
}

static ShortWay *way_of(Instance *inst)
{
  return &((IntegratorRun *)inst->integrator)->short_way;
}

static void test_decay(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = begin(&log);
  long before = inst->statistics.rhs;
  double x, y;
  short_way_begin(way_of(inst), true);
  evaluate_get_states(inst, &x);
  assert_true(short_way_go(way_of(inst), inst, 0.15));
  evaluate_get_states(inst, &y);
  assert_true(instance_time(inst) == 0.15);
  assert_true(fabs(y / x - exp(-0.05)) < 1e-9);
  assert_int_equal(inst->statistics.rhs - before, 7);
  instance_free(inst);
}

/* A way that is too long: nothing changes, and fewer attempts follow. */
static void test_long_way(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = begin(&log);
  double x, y;
  short_way_begin(way_of(inst), true);
  evaluate_get_states(inst, &x);
  assert_false(short_way_go(way_of(inst), inst, 5));
  evaluate_get_states(inst, &y);
  assert_true(x == y && instance_time(inst) == 0.1);
  assert_false(short_way_go(way_of(inst), inst, 0.15)); /* left out */
  assert_true(short_way_go(way_of(inst), inst, 0.15));
  instance_free(inst);
}

/* Inputs that rest: the solver takes over. */
static void test_rest(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = begin(&log);
  short_way_begin(way_of(inst), true);
  short_way_begin(way_of(inst), true);
  assert_true(short_way_go(way_of(inst), inst, 0.15));
  short_way_begin(way_of(inst), false);
  assert_false(short_way_go(way_of(inst), inst, 0.2));
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_decay),
      cmocka_unit_test(test_long_way),
      cmocka_unit_test(test_rest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
