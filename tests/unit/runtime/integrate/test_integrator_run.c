/* test_integrator_run.c: what the run makes of the steps of a solver. The
 * solver is a made-up one: it knows the solution exp(-t) of x' = -x, takes
 * steps of one length, and ends each of them as the test asks. */
#include "test.h"

#include "evaluate/evaluate.h"
#include "evaluate/input_motion.h"
#include "hand_model.h"
#include "integrate/integrator_run.h"

enum { X = 1, MOST_ENDS = 100 };

typedef struct FakeSolver {
  IntegratorRun run; /* first: the functions get it as `self` */
  HandLog log;
  Instance *inst;
  double length;        /* of a step, where no limit is shorter */
  double root;          /* a step ends here; 0: no event */
  double point;         /* the time of the present point */
  int n_failures;       /* so many of the next steps fail */
  int n_still;          /* so many of the next steps have no length */
  double longest, stop; /* what limit() was given last */
  int n_steps, n_starts, n_looks, n_stores, n_changes; /* calls */
  bool refuses_to_start;
} FakeSolver;

static FakeSolver *fake(IntegratorRun *run)
{
  return (FakeSolver *)run;
}

static bool fake_start(IntegratorRun *run)
{
  FakeSolver *f = fake(run);
  f->n_starts++;
  f->point = instance_time(run->inst);
  return !f->refuses_to_start;
}

static StepEnd fake_step(IntegratorRun *run, double asked)
{
  FakeSolver *f = fake(run);
  (void)asked;
  f->n_steps++;
  if (f->n_failures > 0) {
    f->n_failures--;
    instance_note(run->inst, LOG_STATUS_ERROR, "the fake fails");
    return STEP_FAILED;
  }
  if (f->n_still > 0) {
    f->n_still--;
    return STEP_DONE;
  }
  double length = f->longest > 0 ? fmin(f->longest, f->length) : f->length;
  double next = fmin(run->now + length, f->stop);
  bool at_root = f->root > run->now && f->root <= next;
  run->now = f->point = at_root ? f->root : next;
  if (at_root) return STEP_AT_ROOT;
  return run->now == f->stop ? STEP_AT_STOP : STEP_DONE;
}

static void fake_limit(IntegratorRun *run, double longest, double stop)
{
  fake(run)->longest = longest;
  fake(run)->stop = stop;
}

static bool fake_look_back(IntegratorRun *run, double time)
{
  fake(run)->n_looks++;
  fake(run)->point = time;
  assert_true(time <= run->now);
  return true;
}

static void fake_store(IntegratorRun *run, double time)
{
  FakeSolver *f = fake(run);
  f->n_stores++;
  evaluate_set_time(run->inst, time);
  run->inst->values.real[X] = exp(-f->point);
  run->inst->stale |= STALE_VALUES;
}

static void fake_counters(IntegratorRun *run, SolverWork *work)
{
  *work = (SolverWork){fake(run)->n_steps, 2 * fake(run)->n_steps, 7};
}

static void fake_change_method(IntegratorRun *run)
{
  fake(run)->n_changes++;
}

static const SolverCalls calls = {.start = fake_start,
                                  .step = fake_step,
                                  .limit = fake_limit,
                                  .look_back = fake_look_back,
                                  .store = fake_store,
                                  .counters = fake_counters,
                                  .change_method = fake_change_method};

/* Started at time 0 with steps of 0.1 and this stop time. */
static void begin(FakeSolver *f, double stop)
{
  memset(f, 0, sizeof *f);
  f->inst = hand_running(&hand_decay, fmi2CoSimulation, &f->log, 1e-6, stop);
  assert_int_equal(fmi2SetDebugLogging(f->inst, fmi2True, 0, NULL), fmi2OK);
  f->run.inst = f->inst;
  f->run.solver = &calls;
  f->run.watcher = step_watchers;
  f->length = 0.1;
  assert_int_equal(integrator_run_restart(f, 0.5), 0);
}

static void end(FakeSolver *f)
{
  instance_free(f->inst);
}

static void expect_at(FakeSolver *f, double time)
{
  assert_true(fabs(instance_time(f->inst) - time) < 1e-12);
  assert_true(fabs(f->inst->values.real[X] - exp(-time)) < 1e-12);
}

static void expect_reached(FakeSolver *f, double target)
{
  assert_int_equal(integrator_run_advance(f, target), INTEGRATOR_REACHED);
  expect_at(f, target);
}

/* --- targets --- */

/* The solver goes past the target; the next targets within its last step cost
 * no step. */
static void test_runs_ahead(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  assert_false(integrator_run_is_ahead(&f));
  expect_reached(&f, 0.25);
  assert_int_equal(f.n_steps, 3);
  assert_true(integrator_run_is_ahead(&f));
  expect_reached(&f, 0.28);
  assert_int_equal(f.n_steps, 3);
  expect_reached(&f, 0.31);
  assert_int_equal(f.n_steps, 4);
  assert_int_equal(f.n_starts, 1); /* a target is no reason to restart */
  end(&f);
}

/* Its own point needs no interpolation. */
static void test_own_point(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  f.length = 0.25;
  expect_reached(&f, 0.5);
  assert_int_equal(f.n_looks, 0);
  assert_false(integrator_run_is_ahead(&f));
  end(&f);
}

/* Never past the stop time, and a target that is so by rounding is there. */
static void test_stop(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 0.25);
  assert_true(f.stop == 0.25);
  expect_reached(&f, 0.25);
  assert_true(f.run.now == 0.25);
  assert_int_equal(integrator_run_advance(&f, 0.25 + 1e-16),
                   INTEGRATOR_REACHED);
  assert_int_equal(f.n_steps, 3);
  end(&f);
}

/* Nor past the next time event. */
static void test_next_event(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  f.inst->next_event = 0.15;
  expect_reached(&f, 0.15);
  assert_true(f.stop == 0.15 && f.run.now == 0.15);
  end(&f);
}

/* Where inputs move the solver halts at each target. */
static void test_moving_inputs(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  input_motion_of(f.inst)->state->moves = true;
  expect_reached(&f, 0.25);
  assert_true(f.run.now == 0.25);
  assert_false(integrator_run_is_ahead(&f));
  end(&f);
}

/* --- events --- */

static void test_event(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  f.root = 0.17;
  assert_int_equal(integrator_run_advance(&f, 0.5), INTEGRATOR_EVENT);
  expect_at(&f, 0.17);
  expect_reached(&f, 0.5); /* it was reported once */
  end(&f);
}

/* The event waits until the importer goes past it; at the target it belongs to
 * the way there. */
static void test_event_waits(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  f.root = 0.17;
  expect_reached(&f, 0.12);
  expect_reached(&f, 0.16);
  assert_int_equal(f.n_steps, 2);
  assert_int_equal(integrator_run_advance(&f, 0.17), INTEGRATOR_EVENT);
  expect_at(&f, 0.17);
  end(&f);
}

/* --- failures --- */

/* Twice, from the last good point with steps of a hundredth; the second time by
 * another method. */
static void test_rescue(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  expect_reached(&f, 0.1);
  f.n_failures = 1;
  expect_reached(&f, 0.1005);
  assert_true(fabs(f.longest - 0.001) < 1e-12);
  assert_non_null(strstr(f.log.last, "is tried again"));
  assert_non_null(strstr(f.log.last, "the fake fails"));
  assert_int_equal(f.n_starts, 2);
  assert_int_equal(f.n_changes, 0);
  f.n_failures = 1;
  expect_reached(&f, 0.11);
  assert_int_equal(f.n_changes, 1);
  expect_reached(&f, 0.5); /* past the place steps are as usual */
  assert_true(f.longest == 0);
  end(&f);
}

static void test_too_many_failures(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  expect_reached(&f, 0.1);
  f.n_failures = MOST_ENDS;
  assert_int_equal(integrator_run_advance(&f, 0.5), INTEGRATOR_FAILED);
  assert_int_equal(f.n_failures, MOST_ENDS - 4); /* one and three rescues */
  assert_non_null(strstr(f.inst->reason, "the fake fails"));
  expect_at(&f, 0.1);
  end(&f);
}

/* Steps without a length: 49 in a row are borne, 50 are not. */
static void test_still(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  f.n_still = 49;
  expect_reached(&f, 0.1);
  assert_int_equal(f.n_starts, 1);
  f.n_still = 1000;
  assert_int_equal(integrator_run_advance(&f, 0.5), INTEGRATOR_FAILED);
  assert_non_null(strstr(f.inst->reason, "no step is short enough"));
  end(&f);
}

/* A thousand steps of almost no length, while the model refuses points. */
static void test_creeping(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  expect_reached(&f, 0.1);
  f.length = 1e-7;
  for (int k = 0; k < 200; k++) {
    instance_note(f.inst, LOG_STATUS_ERROR, "the root of a negative number");
    assert_int_equal(integrator_run_refuse(&f.run), 1);
  }
  assert_int_equal(integrator_run_advance(&f, 0.5), INTEGRATOR_FAILED);
  assert_non_null(strstr(f.inst->reason, "steps become ever shorter"));
  assert_non_null(strstr(f.inst->reason, "the root of a negative number"));
  assert_int_equal(f.n_steps, 1001);
  end(&f);
}

static void test_no_start(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  f.refuses_to_start = true;
  assert_int_equal(integrator_run_restart(&f, 0.5), 1);
  end(&f);
}

/* --- numbers and messages --- */

/* The statistics get the difference, also when the solver counts again. */
static void test_counters(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  Statistics *total = &f.inst->statistics;
  *total = (Statistics){0};
  expect_reached(&f, 0.3);
  int n = f.n_steps;
  integrator_run_count(&f);
  integrator_run_count(&f);
  assert_int_equal(total->steps, n);
  assert_int_equal(total->jacobians, 2 * n);
  assert_int_equal(total->restarts, 0);
  assert_int_equal(integrator_run_restart(&f, 0.5), 0);
  assert_int_equal(total->restarts, 1);
  f.n_steps = 0; /* as a solver that was started again */
  f.run.counted = (SolverWork){0, 0, 0};
  expect_reached(&f, 0.45);
  integrator_run_count(&f);
  assert_int_equal(total->steps, n + f.n_steps);
  end(&f);
}

/* A warning of SUNDIALS is logged, an error is the reason of a failure, after
 * what the model has said. */
static void test_messages(void **state)
{
  (void)state;
  FakeSolver f;
  begin(&f, 10);
  char warning[] = "t + h = t", error[] = "too much work";
  int n = f.log.n;
  integrator_run_take_message(true, "CVODE", warning, &f.run);
  assert_int_equal(f.log.n, n + 1);
  assert_non_null(strstr(f.log.last, "CVODE: t + h = t"));
  f.inst->reason[0] = '\0';
  integrator_run_take_message(false, "CVODE", error, &f.run);
  assert_string_equal(f.inst->reason, "CVODE: too much work");
  integrator_run_take_message(false, "CVODE", error, &f.run);
  assert_string_equal(f.inst->reason,
                      "CVODE: too much work\nCVODE: too much work");
  assert_int_equal(f.log.n, n + 1);
  end(&f);
}

/* The solver is ahead of the last communication point when the next step is
 * cancelled: what it has reached counts. */
static void test_cancelled_ahead(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 10);
  assert_int_equal(fmi2DoStep(inst, 0, 1e-6, fmi2True), fmi2OK);
  assert_true(inst->method->is_ahead(inst->integrator));
  inst->is_cancelled = 1;
  assert_int_equal(inst->method->advance(inst->integrator, 5),
                   INTEGRATOR_CANCELLED);
  double time = instance_time(inst);
  assert_true(time > 1e-6 && time < 5);
  assert_true(fabs(inst->values.real[inst->state[0]] - exp(-time)) < 1e-5);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cancelled_ahead),
      cmocka_unit_test(test_runs_ahead),
      cmocka_unit_test(test_own_point),
      cmocka_unit_test(test_stop),
      cmocka_unit_test(test_next_event),
      cmocka_unit_test(test_moving_inputs),
      cmocka_unit_test(test_event),
      cmocka_unit_test(test_event_waits),
      cmocka_unit_test(test_rescue),
      cmocka_unit_test(test_too_many_failures),
      cmocka_unit_test(test_still),
      cmocka_unit_test(test_creeping),
      cmocka_unit_test(test_no_start),
      cmocka_unit_test(test_counters),
      cmocka_unit_test(test_messages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
