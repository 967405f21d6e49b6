/* Loops inside of a step of a solver that is made up. */
#include "test.h"

#include "evaluate/evaluate.h"
#include "hand_model.h"
#include "integrate/block_watch.h"

static int n_looks;

static bool look_back(IntegratorRun *run, double time)
{
  (void)run;
  (void)time;
  n_looks++;
  return true;
}

/* The state of hand_dead_end is its time. */
static void store(IntegratorRun *run, double time)
{
  evaluate_set_time(run->inst, time);
  evaluate_set_states(run->inst, &time);
}

static const SolverCalls calls = {.look_back = look_back, .store = store};

/* A step of hand_dead_end up to `now`. */
static IntegratorRun begin(HandLog *log, double now)
{
  Instance *inst = hand_running(&hand_dead_end, fmi2CoSimulation, log, 1e-6, 5);
  inst->can_shorten = true;
  n_looks = 0;
  return (IntegratorRun){.inst = inst, .solver = &calls, .now = now};
}

static void test_all_is_well(void **state)
{
  (void)state;
  HandLog log = {0};
  double broken;
  IntegratorRun run = begin(&log, 0.9);
  assert_true(block_watch_look(&run, 0, 0.9, 0.1, &broken) == 0.9);
  assert_int_equal(n_looks, 8); /* the solver has been at the end */
  assert_true(block_watch_look(&run, 0, 0.05, 0.1, &broken) == 0.05);
  assert_int_equal(n_looks, 9); /* the importer has not */
  instance_free(run.inst);
}

static void test_end_of_a_branch(void **state)
{
  (void)state;
  HandLog log = {0};
  double broken = 0;
  IntegratorRun run = begin(&log, 4);
  double good = block_watch_look(&run, 0, 4, 0.25, &broken);
  assert_true(good == 0.75 || good == 1);
  assert_true(broken == good + 0.25);
  instance_free(run.inst);
}

static void test_no_loops(void **state)
{
  (void)state;
  HandLog log = {0};
  double broken;
  IntegratorRun run = begin(&log, 4);
  block_guess_of(run.inst)->n = 0;
  assert_true(block_watch_look(&run, 0, 4, 0.25, &broken) == 4);
  assert_int_equal(n_looks, 0);
  instance_free(run.inst);
}

/* Without a stop time intervals may be very short. */
static void test_number_of_points(void **state)
{
  (void)state;
  HandLog log = {0};
  double broken;
  IntegratorRun run = begin(&log, 0.9);
  assert_true(block_watch_look(&run, 0, 0.9, 1e-9, &broken) == 0.9);
  assert_int_equal(n_looks, 499);
  instance_free(run.inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_is_well),
      cmocka_unit_test(test_end_of_a_branch),
      cmocka_unit_test(test_no_loops),
      cmocka_unit_test(test_number_of_points),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
