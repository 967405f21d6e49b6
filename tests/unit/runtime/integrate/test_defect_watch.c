/* Slopes inside of a step of a solver that is made up. */
#include "test.h"

#include "core/thresholds.h"
#include "evaluate/evaluate.h"
#include "hand_model.h"
#include "integrate/defect_watch.h"

typedef struct Made {
  IntegratorRun run; /* first: the solver's calls get it */
  int n_looks;
  double wrong_from, wrong_to; /* the curve does not follow between these */
} Made;

static bool look_back(IntegratorRun *run, double time)
{
  (void)time;
  ((Made *)run)->n_looks++;
  return true;
}

static void store(IntegratorRun *run, double time)
{
  evaluate_set_time(run->inst, time);
}

static bool defect(IntegratorRun *run, double *size)
{
  const Made *made = (Made *)run;
  double time = instance_time(run->inst);
  bool wrong = time > made->wrong_from && time < made->wrong_to;
  *size = wrong ? 2 * DEFECT_MOST : 0;
  return true;
}

static const SolverCalls calls = {
    .look_back = look_back, .store = store, .defect = defect};

static Made begin(HandLog *log, double from, double to)
{
  Instance *inst = hand_running(&hand_dead_end, fmi2CoSimulation, log, 1e-6, 5);
  inst->can_shorten = true;
  return (Made){.run = {.inst = inst, .solver = &calls, .now = 0.9},
                .wrong_from = from,
                .wrong_to = to};
}

static void test_nothing_wrong(void **state)
{
  (void)state;
  HandLog log = {0};
  double broken;
  Made made = begin(&log, 2, 2);
  assert_true(defect_watch_look(&made.run, 0, 0.9, 0.1, &broken) == 0.9);
  assert_int_equal(made.n_looks, 8); /* the solver has been at the end */
  assert_true(defect_watch_look(&made.run, 0, 0.05, 0.1, &broken) == 0.05);
  assert_int_equal(made.n_looks, 9); /* the importer has not */
  instance_free(made.run.inst);
}

static void test_pulse(void **state)
{
  (void)state;
  HandLog log = {0};
  double broken = 0;
  Made made = begin(&log, 0.35, 0.48);
  double good = defect_watch_look(&made.run, 0, 0.9, 0.1, &broken);
  assert_true(fabs(good - 0.3) < 1e-12);
  assert_true(fabs(broken - 0.4) < 1e-12);
  instance_free(made.run.inst);
}

/* A communication step that equals the interval, up to rounding. */
static void test_one_look(void **state)
{
  (void)state;
  HandLog log = {0};
  double broken;
  Made made = begin(&log, 2, 2);
  assert_true(defect_watch_look(&made.run, 0.1, 0.3, 0.2, &broken) == 0.3);
  assert_int_equal(made.n_looks, 1);
  instance_free(made.run.inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_wrong),
      cmocka_unit_test(test_pulse),
      cmocka_unit_test(test_one_look),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
