/* CVODE with the interface of integrator.h. */
#include "events/refresh_values.h"
#include "test.h"

#include "evaluate/evaluate.h"
#include "events/events.h"
#include "hand_selection.h"
#include "integrate/integrator_run.h"
#include "integrators/integrators.h"
#include "states/dummy_pivot.h"

static const IntegratorMethod *const method = &integrator_cvode;

static void test_accuracy_follows_the_tolerance(void **state)
{
  (void)state;
  const double tolerance[] = {1e-4, 1e-6, 1e-8, 1e-10};
  Model model = hand_decay;
  long steps = 0;
  model.tolerance = 1e-3; /* importers cannot ask for less */
  for (int k = 0; k < 4; k++) {
    HandLog log;
    Instance *inst =
        hand_running(&model, fmi2CoSimulation, &log, tolerance[k], 1);
    assert_int_equal(method->restart(inst->integrator, 1), 0);
    assert_int_equal(method->advance(inst->integrator, 1), INTEGRATOR_REACHED);
    double error = fabs(inst->values.real[1] - exp(-1));
    assert_true(error < 10 * tolerance[k]);
    method->count(inst->integrator);
    assert_true(inst->statistics.steps > steps);
    assert_true(inst->statistics.rhs >= inst->statistics.steps);
    assert_true(inst->statistics.jacobians > 0);
    steps = inst->statistics.steps;
    instance_free(inst);
  }
}

static void test_adams(void **state)
{
  (void)state;
  Model model = hand_decay;
  model.method = METHOD_ADAMS;
  const double tolerance[] = {1e-4, 1e-7, 1e-10};
  for (int k = 0; k < 3; k++) {
    HandLog log;
    Instance *inst =
        hand_running(&model, fmi2CoSimulation, &log, tolerance[k], 1);
    assert_int_equal(method->restart(inst->integrator, 1), 0);
    assert_int_equal(method->advance(inst->integrator, 1), INTEGRATOR_REACHED);
    assert_true(fabs(inst->values.real[1] - exp(-1)) < 10 * tolerance[k]);
    method->count(inst->integrator);
    assert_true(inst->statistics.steps > 5);
    assert_int_equal(inst->statistics.jacobians, 0);
    instance_free(inst);
  }
}

/* Back-interpolation: a near target costs nothing after a far one was
 * computed, and the stop time is never passed. */
static double latest;

static int watching_evaluate(ModelValues *v)
{
  if (v->real[0] > latest) latest = v->real[0];
  return hand_decay.evaluate(v);
}

static void test_steps_past_the_target_but_not_past_the_stop(void **state)
{
  (void)state;
  Model model = hand_decay;
  model.evaluate = watching_evaluate;
  HandLog log;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-4, 3);
  latest = 0;
  assert_int_equal(method->restart(inst->integrator, 1e-3), 0);
  for (int k = 1; k <= 3000; k++) {
    double target = k * 1e-3;
    assert_int_equal(method->advance(inst->integrator, target),
                     INTEGRATOR_REACHED);
    assert_true(instance_time(inst) == target);
  }
  method->count(inst->integrator);
  assert_true(inst->statistics.steps < 100);
  assert_true(latest <= 3);
  instance_free(inst);
}

static void test_event_is_located(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_switch, fmi2CoSimulation, &log, 1e-6, 2);
  assert_int_equal(method->restart(inst->integrator, 2), 0);
  assert_int_equal(method->advance(inst->integrator, 2), INTEGRATOR_EVENT);
  assert_true(fabs(instance_time(inst) - 0.5) < 1e-10);
  assert_true(instance_time(inst) >= 0.5);
  instance_free(inst);
}

static void test_counters_survive_restarts(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 10);
  long steps = 0;
  for (int k = 1; k <= 5; k++) {
    assert_int_equal(method->restart(inst->integrator, 1), 0);
    assert_int_equal(method->advance(inst->integrator, k), INTEGRATOR_REACHED);
    method->count(inst->integrator);
    method->count(inst->integrator); /* counting twice counts once */
    assert_true(inst->statistics.steps > steps);
    steps = inst->statistics.steps;
  }
  assert_int_equal(inst->statistics.restarts, 4);
  instance_free(inst);
}

static void test_failure_names_time_and_reason(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst =
      hand_running(&hand_dead_end, fmi2CoSimulation, &log, 1e-6, 5);
  assert_int_equal(method->restart(inst->integrator, 5), 0);
  assert_int_equal(method->advance(inst->integrator, 5), INTEGRATOR_FAILED);
  assert_non_null(strstr(inst->reason, "deadend.mo:5: y^2 = 1 - x"));
  assert_non_null(strstr(inst->reason, "CVODE"));
  assert_true(fabs(instance_time(inst) - 1) < 1e-3);
  assert_true(isfinite(inst->values.real[1]));
  instance_free(inst);
}

/* A failed evaluation at a trial point is not a failure of the run. */
static int fails_once(ModelValues *v)
{
  static int n;
  if (v->real[0] > 0.5 && n++ == 0) return 1;
  return hand_decay.evaluate(v);
}

static void test_recoverable_failure(void **state)
{
  (void)state;
  Model model = hand_decay;
  model.evaluate = fails_once;
  HandLog log;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 1);
  assert_int_equal(method->restart(inst->integrator, 1), 0);
  assert_int_equal(method->advance(inst->integrator, 1), INTEGRATOR_REACHED);
  assert_true(fabs(inst->values.real[1] - exp(-1)) < 1e-5);
  instance_free(inst);
}

/* Nothing to be found beyond a wall: CVODE would go on with steps that do not
 * change the time for ever. */
static int ends_at_a_wall(ModelValues *v)
{
  Instance *inst = v->instance;
  if (v->real[0] > 0.75) {
    instance_note(inst, LOG_NONLINEAR_SYSTEMS, "wall.mo:3: nothing here");
    return 1;
  }
  return hand_decay.evaluate(v);
}

static void test_time_stands_still(void **state)
{
  (void)state;
  Model model = hand_decay;
  model.evaluate = ends_at_a_wall;
  HandLog log;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 1);
  assert_int_equal(method->restart(inst->integrator, 1), 0);
  assert_int_equal(method->advance(inst->integrator, 1), INTEGRATOR_FAILED);
  assert_non_null(strstr(inst->reason, "wall.mo:3: nothing here"));
  assert_true(fabs(instance_time(inst) - 0.75) < 1e-6);
  instance_free(inst);
}

/* A stretch where every point is refused but those very near to the last
 * good one: three failures, then the run is past it. */
static double reached;

static int needs_short_steps(ModelValues *v)
{
  Instance *inst = v->instance;
  if (v->real[0] > 0.5 && v->real[0] < 0.6 && v->real[0] > reached + 1e-4) {
    instance_note(inst, LOG_NONLINEAR_SYSTEMS, "narrow.mo:3: too far");
    return 1;
  }
  if (v->real[0] > reached) reached = v->real[0];
  return hand_decay.evaluate(v);
}

static void test_failed_steps_are_tried_again(void **state)
{
  (void)state;
  Model model = hand_decay;
  model.evaluate = needs_short_steps;
  reached = 0;
  HandLog log;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-4, 1);
  assert_int_equal(fmi2DoStep(inst, 0, 1, fmi2True), fmi2OK);
  assert_true(fabs(inst->values.real[1] - exp(-1)) < 1e-3);
  instance_free(inst);
}

/* Adams' formulas give way to BDF where they fail, until a reset. */
static int stiff_evaluate(ModelValues *v)
{
  Instance *inst = v->instance;
  const IntegratorRun *run = inst->integrator;
  if (v->real[0] > 0.5 && run && !run->method_changed) {
    instance_note(inst, LOG_NONLINEAR_SYSTEMS, "stiff.mo:3: not by Adams");
    return 1;
  }
  return hand_decay.evaluate(v);
}

static void test_other_method(void **state)
{
  (void)state;
  Model model = hand_decay;
  model.evaluate = stiff_evaluate;
  model.method = METHOD_ADAMS;
  HandLog log;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 2);
  IntegratorRun *run = inst->integrator;
  fmi2FMUstate saved = NULL;
  double end;
  assert_int_equal(fmi2GetFMUstate(inst, &saved), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 0, 1, fmi2True), fmi2OK);
  assert_true(run->method_changed);
  assert_true(fabs(inst->values.real[1] - exp(-1)) < 1e-5);
  assert_true(inst->statistics.restarts >= 2);
  end = inst->values.real[1];
  /* a state from before, when there was no BDF */
  assert_int_equal(fmi2SetFMUstate(inst, saved), fmi2OK);
  assert_false(run->method_changed);
  assert_int_equal(fmi2DoStep(inst, 0, 1, fmi2True), fmi2OK);
  assert_true(end == inst->values.real[1]);
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  assert_int_equal(fmi2Reset(inst), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 0, 0.25, fmi2True), fmi2OK);
  assert_false(run->method_changed);
  instance_free(inst);
}

/* The end of a run that cannot go on: time, reason, and a new beginning. */
static void test_last_successful_time(void **state)
{
  (void)state;
  HandLog log;
  double last = -1;
  Instance *inst =
      hand_running(&hand_dead_end, fmi2CoSimulation, &log, 1e-6, 5);
  for (int k = 0; k < 3; k++) {
    assert_int_equal(fmi2DoStep(inst, 0.3 * k, 0.3, fmi2True), fmi2OK);
  }
  assert_int_equal(fmi2DoStep(inst, 0.9, 0.3, fmi2True), fmi2Error);
  assert_int_equal(fmi2GetRealStatus(inst, fmi2LastSuccessfulTime, &last),
                   fmi2OK);
  assert_true(fabs(last - 0.9) < 1e-12);
  assert_non_null(strstr(log.last_error, "deadend.mo:5: y^2 = 1 - x"));
  assert_int_equal(fmi2Reset(inst), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 0, 0.5, fmi2True), fmi2OK);
  assert_true(fabs(hand_real(inst, 1) - 0.5) < 1e-9);
  instance_free(inst);
}

/* --- selection sets ------------------------------------------------------ */

static Instance *swing_running(double angle, double omega, double tolerance,
                               double stop, HandLog *log)
{
  const fmi2ValueReference reference[] = {SWING_ANGLE, SWING_OMEGA};
  const double value[] = {angle, omega};
  Instance *inst = hand_instance(&hand_swing, fmi2CoSimulation, log);
  assert_int_equal(fmi2SetReal(inst, reference, 2, value), fmi2OK);
  assert_int_equal(fmi2SetupExperiment(inst, 1, tolerance, 0, 1, stop), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(method->restart(inst->integrator, stop), 0);
  return inst;
}

/* Time of one full turn that begins below with this angular velocity. */
static double turn_time(double omega)
{
  double a = 1, b = sqrt(1 - 4 / (omega * omega));
  for (int k = 0; k < 10; k++) {
    double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return 2 * 3.14159265358979323846 / omega / a;
}

/* Full turns at every tolerance: four pivots each, and never lost. */
static void test_full_turns(void **state)
{
  (void)state;
  const double tolerance[] = {1e-4, 1e-6, 1e-8, 1e-10};
  for (int k = 0; k < 4; k++) {
    HandLog log;
    double stop = 10 * turn_time(2.1);
    Instance *inst = swing_running(0, 2.1, tolerance[k], stop, &log);
    double energy = hand_real(inst, SWING_ENERGY);
    assert_int_equal(method->advance(inst->integrator, stop),
                     INTEGRATOR_REACHED);
    assert_true(refresh_values(inst));
    const double *w = inst->values.real;
    assert_true(fabs(hypot(w[SWING_X], w[SWING_Y]) - 1) < 1e-12);
    assert_true(fabs(w[SWING_ENERGY] - energy) < 3e4 * tolerance[k]);
    if (k > 1) {
      assert_true(fabs(w[SWING_X]) < 1e6 * tolerance[k]);
      assert_in_range(inst->statistics.pivots, 38, 41);
    }
    assert_int_equal(inst->statistics.restarts, 0); /* history is kept */
    assert_int_equal(log.n, k == 0); /* coarser than the model's */
    instance_free(inst);
  }
}

/* Constraints of different order, a column that exists once. */
static void test_sphere_keeps_its_energy(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_sphere, fmi2CoSimulation, &log, 1e-9, 50);
  double energy = hand_real(inst, SPHERE_ENERGY);
  assert_int_equal(method->restart(inst->integrator, 50), 0);
  for (int k = 1; k <= 50; k++) {
    assert_int_equal(method->advance(inst->integrator, k), INTEGRATOR_REACHED);
    assert_true(refresh_values(inst));
    const double *x = inst->values.real + SPHERE_X;
    assert_true(fabs(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] - 1) < 1e-12);
    assert_true(fabs(inst->values.real[SPHERE_ENERGY] - energy) < 1e-4);
  }
  assert_true(inst->statistics.pivots > 10);
  assert_int_equal(inst->statistics.restarts, 0);
  instance_free(inst);
}

/* From 0 to 1 within a hundredth of a second: the integrator, whose states
 * never change, steps right over it. */
static double quick_fade(double time, double *slope)
{
  double u = (time - 5) / 0.005, s = 1 / (1 + exp(-u));
  *slope = s * (1 - s) / 0.005;
  return s;
}

static void test_undone_steps(void **state)
{
  (void)state;
  HandLog log;
  hand_set_fade(quick_fade);
  Instance *inst = hand_running(&hand_fade, fmi2CoSimulation, &log, 1e-6, 10);
  assert_int_equal(inst->state[0], FADE_Q);
  assert_int_equal(method->restart(inst->integrator, 10), 0);
  assert_int_equal(method->advance(inst->integrator, 10), INTEGRATOR_REACHED);
  assert_int_equal(inst->state[0], FADE_P);
  assert_true(refresh_values(inst));
  assert_true(fabs(inst->values.real[FADE_P] - 1) < 1e-12);
  assert_true(fabs(inst->values.real[FADE_Q] - 1) < 1e-12);
  assert_true(inst->statistics.pivots >= 2); /* an undone step, a pivot */
  method->count(inst->integrator);
  assert_true(inst->statistics.steps < 500); /* short steps end again */
  instance_free(inst);
}

/* At once: no step, however short, leads over it. */
static double sudden_fade(double time, double *slope)
{
  *slope = 0;
  return time > 0.75;
}

static void test_undoing_has_an_end(void **state)
{
  (void)state;
  HandLog log;
  hand_set_fade(sudden_fade);
  Instance *inst = hand_running(&hand_fade, fmi2CoSimulation, &log, 1e-6, 10);
  assert_int_equal(fmi2DoStep(inst, 0, 10, fmi2True), fmi2Error);
  assert_non_null(strstr(log.last_error, "fade.mo:4: (1-s)*p + s*q = 1"));
  assert_true(inst->statistics.pivots >= 5);
  /* and the instance can be used again */
  hand_set_fade(quick_fade);
  assert_int_equal(fmi2Reset(inst), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 0, 10, fmi2True), fmi2OK);
  assert_true(fabs(hand_real(inst, FADE_P) - 1) < 1e-12);
  instance_free(inst);
}

/* A start (after an event, say) at a place where the choice is bad. */
static void test_restart_renews_the_choice(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = swing_running(1.2, 0, 1e-8, 10, &log);
  assert_int_equal(inst->state[1], SWING_Y);
  for (int k = 0; k <= 60; k++) { /* to 0.3 as an importer might set it */
    double y = -cos(1.2 - 0.015 * k), x[] = {0, y};
    evaluate_set_states(inst, x);
    assert_true(evaluate_model(inst));
    dummy_pivot_keep(inst);
  }
  assert_int_equal(method->restart(inst->integrator, 10), 0);
  assert_int_equal(inst->state[1], SWING_X);
  assert_int_equal(inst->statistics.pivots, 1);
  assert_int_equal(method->advance(inst->integrator, 10), INTEGRATOR_REACHED);
  assert_true(refresh_values(inst));
  double energy = inst->values.real[SWING_ENERGY];
  assert_true(fabs(energy + cos(0.3)) < 1e-5);
  instance_free(inst);
}

/* x follows cos(time) at once. */
static int leading_evaluate(ModelValues *v)
{
  v->real[2] = -1e9 * (v->real[1] - cos(v->real[0]));
  return 0;
}

/* Where the curve is off by far less than the tolerance its slope is off by a
 * billion times as much: nothing comes of that, and no step is cut for it. */
static void test_stiff_states_take_few_steps(void **state)
{
  (void)state;
  HandLog log;
  Model m = hand_decay;
  m.evaluate = m.initialize = leading_evaluate;
  Instance *inst = hand_running(&m, fmi2CoSimulation, &log, 1e-6, 20);
  assert_int_equal(method->restart(inst->integrator, 1), 0);
  assert_int_equal(method->advance(inst->integrator, 10), INTEGRATOR_REACHED);
  assert_true(fabs(inst->values.real[1] - cos(10)) < 1e-5);
  method->count(inst->integrator);
  assert_true(inst->statistics.steps < 1000);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_stiff_states_take_few_steps),
      cmocka_unit_test(test_accuracy_follows_the_tolerance),
      cmocka_unit_test(test_adams),
      cmocka_unit_test(test_steps_past_the_target_but_not_past_the_stop),
      cmocka_unit_test(test_event_is_located),
      cmocka_unit_test(test_counters_survive_restarts),
      cmocka_unit_test(test_failure_names_time_and_reason),
      cmocka_unit_test(test_recoverable_failure),
      cmocka_unit_test(test_time_stands_still),
      cmocka_unit_test(test_failed_steps_are_tried_again),
      cmocka_unit_test(test_other_method),
      cmocka_unit_test(test_last_successful_time),
      cmocka_unit_test(test_full_turns),
      cmocka_unit_test(test_sphere_keeps_its_energy),
      cmocka_unit_test(test_undone_steps),
      cmocka_unit_test(test_undoing_has_an_end),
      cmocka_unit_test(test_restart_renews_the_choice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
