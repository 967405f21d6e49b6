/* fmi2DoStep on hand-written models: closed forms, events, costs, faults. */
#include "test.h"

#include "hand_selection.h"
#include "integrate/cosimulation.h"

/* n equal steps from 0 to stop. */
static void run(Instance *inst, double stop, int n)
{
  double step = stop / n;
  for (int k = 0; k < n; k++) {
    assert_int_equal(fmi2DoStep(inst, k * step, step, fmi2True), fmi2OK);
  }
}

/* A pendulum is back at its start after whole periods, with its energy. */
static void test_pendulum(void **state)
{
  (void)state;
  HandLog log;
  double period = hand_pendulum_period(9.81, 1, 0.5235987755982988);
  Instance *inst =
      hand_running(&foucault_model, fmi2CoSimulation, &log, 1e-9, 10.5);
  double energy = hand_real(inst, PENDULUM_ENERGY);
  double x = hand_real(inst, PENDULUM_X);
  assert_true(fabs(energy + 9.81 * sqrt(0.75)) < 1e-12);
  for (int k = 0; k < 5; k++) {
    assert_int_equal(fmi2DoStep(inst, k * period, period, fmi2True), fmi2OK);
    assert_true(fabs(hand_real(inst, PENDULUM_X) - x) < 1e-5);
    assert_true(fabs(hand_real(inst, PENDULUM_VX)) < 1e-5);
    assert_true(fabs(hand_real(inst, PENDULUM_ENERGY) - energy) < 1e-5);
    double length =
        hypot(hand_real(inst, PENDULUM_X), hand_real(inst, PENDULUM_Y));
    assert_true(fabs(length - 1) < 1e-5);
  }
  assert_true(hand_real(inst, PENDULUM_TIME) == 4 * period + period);
  assert_int_equal(log.n, 0);
  instance_free(inst);
}

/* 10 and 10000 communication points cost the same evaluations and give the
 * same result. */
static void test_communication_points_cost_nothing(void **state)
{
  (void)state;
  const int n[] = {10, 10000};
  double rhs[2], x[2];
  for (int k = 0; k < 2; k++) {
    HandLog log;
    Instance *inst =
        hand_running(&foucault_model, fmi2CoSimulation, &log, 1e-6, 10);
    run(inst, 10, n[k]);
    rhs[k] = (double)inst->statistics.rhs;
    x[k] = hand_real(inst, PENDULUM_X);
    assert_int_equal(inst->statistics.restarts, 0);
    instance_free(inst);
  }
  assert_true(rhs[0] > 100);
  assert_true(fabs(rhs[1] / rhs[0] - 1) < 0.05);
  assert_true(fabs(x[1] - x[0]) < 1e-4); /* within the tolerance */
}

static void test_events(void **state)
{
  (void)state;
  const int n[] = {1, 7, 1000};
  for (int k = 0; k < 3; k++) {
    HandLog log;
    Instance *inst =
        hand_running(&hand_switch, fmi2CoSimulation, &log, 1e-6, 2);
    run(inst, 2, n[k]);
    assert_true(fabs(hand_real(inst, SWITCH_X) + 0.5) < 1e-8);
    assert_true(fabs(hand_real(inst, SWITCH_Z) - 0.75) < 1e-8);
    assert_int_equal(inst->statistics.events, 2);
    assert_int_equal(inst->statistics.restarts, 2);
    instance_free(inst);
  }
}

/* Event at a communication point, exactly. */
static void test_event_at_the_end_of_a_step(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_switch, fmi2CoSimulation, &log, 1e-6, 2);
  assert_int_equal(fmi2DoStep(inst, 0, 0.5, fmi2True), fmi2OK);
  assert_true(hand_real(inst, SWITCH_TIME) == 0.5);
  assert_int_equal(fmi2DoStep(inst, 0.5, 0.75, fmi2True), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 1.25, 0.75, fmi2True), fmi2OK);
  assert_true(fabs(hand_real(inst, SWITCH_Z) - 0.75) < 1e-8);
  assert_int_equal(inst->statistics.events, 2);
  instance_free(inst);
}

static void test_model_without_states(void **state)
{
  (void)state;
  const double pi = 3.14159265358979323846;
  HandLog log;
  Instance *inst =
      hand_running(&hand_stateless, fmi2CoSimulation, &log, 1e-6, 20);
  run(inst, 20, 2); /* sin changes its sign six times */
  assert_int_equal(inst->statistics.events, 6 + 1); /* and leaves 0 at 0 */
  instance_free(inst);

  inst = hand_running(&hand_stateless, fmi2CoSimulation, &log, 1e-6, 20);
  double before = pi - 1e-9, after = pi + 1e-9;
  assert_int_equal(fmi2DoStep(inst, 0, before, fmi2True), fmi2OK);
  assert_true(hand_real(inst, 1) == 1);
  assert_int_equal(fmi2DoStep(inst, before, after - before, fmi2True), fmi2OK);
  assert_true(hand_real(inst, 1) == 0);
  instance_free(inst);
}

/* x' = -x + u: a changed input restarts, an unchanged one does not. */
static void test_inputs(void **state)
{
  (void)state;
  const fmi2ValueReference input = 3;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-8, 3);
  for (int k = 0; k < 30; k++) {
    double u = k < 10 ? 0 : 2;
    assert_int_equal(fmi2SetReal(inst, &input, 1, &u), fmi2OK);
    assert_int_equal(fmi2DoStep(inst, 0.1 * k, 0.1, fmi2True), fmi2OK);
  }
  assert_int_equal(inst->statistics.restarts, 1);
  double exact = 2 + (exp(-1) - 2) * exp(-2);
  assert_true(fabs(hand_real(inst, 1) - exact) < 1e-6);
  instance_free(inst);
}

/* An input that switches a relation acts from the start of the step. */
static void test_input_switches_a_relation(void **state)
{
  (void)state;
  const fmi2ValueReference input = SWITCH_U;
  const double u = 1;
  HandLog log;
  Instance *inst = hand_running(&hand_switch, fmi2CoSimulation, &log, 1e-6, 2);
  assert_int_equal(fmi2DoStep(inst, 0, 0.1, fmi2True), fmi2OK);
  assert_true(hand_real(inst, SWITCH_W) == 1);
  assert_int_equal(fmi2SetReal(inst, &input, 1, &u), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 0.1, 0.1, fmi2True), fmi2OK);
  assert_true(hand_real(inst, SWITCH_W) == 2);
  instance_free(inst);
}

/* Refused steps change nothing; the run goes on. */
static void test_refused_steps(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 1);
  assert_int_equal(fmi2DoStep(inst, 0, 0, fmi2True), fmi2Error);
  assert_int_equal(fmi2DoStep(inst, 0, 1e-300, fmi2True), fmi2Error);
  assert_int_equal(fmi2DoStep(inst, 0, -0.1, fmi2True), fmi2Error);
  assert_int_equal(fmi2DoStep(inst, 0, NAN, fmi2True), fmi2Error);
  assert_int_equal(fmi2DoStep(inst, 0.1, 0.1, fmi2True), fmi2Error);
  assert_non_null(strstr(log.last_error, "begins at 0.1"));
  assert_int_equal(fmi2DoStep(inst, 0, 1.1, fmi2True), fmi2Error);
  assert_non_null(strstr(log.last_error, "past the stop time"));
  assert_int_equal(log.n_errors, 6);
  assert_int_equal(fmi2DoStep(inst, 0, 0.5, fmi2True), fmi2OK);
  /* rounding of the importer is not refused, and the end is as asked */
  double start = 0.5 + 1e-14, step = 0.5 + 1e-13;
  assert_int_equal(fmi2DoStep(inst, start, step, fmi2True), fmi2OK);
  assert_true(hand_real(inst, 0) == start + step);
  assert_true(fabs(hand_real(inst, 1) - exp(-1)) < 1e-5);
  instance_free(inst);
}

/* Importers add up the step: 100000 steps of 1e-5 reach the stop time. */
static void test_accumulated_steps(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 1);
  double time = 0;
  for (int k = 0; k < 100000; k++) {
    assert_int_equal(fmi2DoStep(inst, time, 1e-5, fmi2True), fmi2OK);
    time += 1e-5;
  }
  assert_true(hand_real(inst, 0) == time);
  assert_true(fabs(hand_real(inst, 1) - exp(-1)) < 1e-5);
  instance_free(inst);
}

static void assert_failed_at_1(Instance *inst, HandLog *log, const char *why)
{
  double last = 0;
  fmi2Boolean terminated = fmi2True;
  assert_int_equal(fmi2DoStep(inst, 0, 0.5, fmi2True), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 0.5, 1, fmi2True), fmi2Error);
  assert_non_null(strstr(log->last_error, why));
  assert_non_null(strstr(log->last_error, "failed at time "));
  assert_int_equal(fmi2GetRealStatus(inst, fmi2LastSuccessfulTime, &last),
                   fmi2OK);
  assert_true(last == 0.5);
  assert_int_equal(fmi2GetBooleanStatus(inst, fmi2Terminated, &terminated),
                   fmi2OK);
  assert_int_equal(terminated, fmi2False);
  assert_true(isfinite(hand_real(inst, 1)));
  assert_int_equal(fmi2DoStep(inst, 0.5, 0.1, fmi2True), fmi2Error);
  assert_int_equal(fmi2Terminate(inst), fmi2OK);
  assert_int_equal(fmi2Reset(inst), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2DoStep(inst, 0, 0.25, fmi2True), fmi2OK);
  fmi2FreeInstance(inst);
}

static void test_failures(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst =
      hand_running(&hand_dead_end, fmi2CoSimulation, &log, 1e-6, 5);
  assert_failed_at_1(inst, &log, "deadend.mo:5: y^2 = 1 - x");
  inst = hand_running(&hand_not_finite, fmi2CoSimulation, &log, 1e-6, 5);
  assert_failed_at_1(inst, &log, "der(x) is not a number");
}

static void test_statistics(void **state)
{
  (void)state;
  const fmi2String category[] = {"logStatistics"};
  HandLog log;
  Instance *inst = hand_running(&hand_switch, fmi2CoSimulation, &log, 1e-6, 2);
  assert_int_equal(fmi2SetDebugLogging(inst, fmi2True, 1, category), fmi2OK);
  run(inst, 2, 4);
  assert_int_equal(log.n, 0);
  assert_int_equal(fmi2Terminate(inst), fmi2OK);
  assert_int_equal(log.n, 1);
  assert_string_equal(log.category, "logStatistics");
  assert_memory_equal(log.last, "statistics steps=", 17);
  assert_non_null(strstr(log.last, " events=2 pivots=0 restarts=2"));
  instance_free(inst);

  /* after a failure: once, at the failure */
  inst = hand_running(&hand_dead_end, fmi2CoSimulation, &log, 1e-6, 5);
  fmi2SetDebugLogging(inst, fmi2True, 1, category);
  assert_int_equal(fmi2DoStep(inst, 0, 2, fmi2True), fmi2Error);
  assert_memory_equal(log.last, "statistics steps=", 17);
  assert_int_equal(log.n, 2);
  assert_int_equal(fmi2Terminate(inst), fmi2OK);
  assert_int_equal(log.n, 2);
  instance_free(inst);
}

/* --- selection sets ------------------------------------------------------ */

static Instance *swing_running(const Model *model, double angle, double omega,
                               double tolerance, double stop, HandLog *log)
{
  const fmi2ValueReference reference[] = {SWING_ANGLE, SWING_OMEGA};
  const fmi2String category[] = {"logDynamicStateSelection"};
  const double value[] = {angle, omega};
  Instance *inst = hand_instance(model, fmi2CoSimulation, log);
  assert_int_equal(fmi2SetDebugLogging(inst, fmi2True, 1, category), fmi2OK);
  assert_int_equal(fmi2SetReal(inst, reference, 2, value), fmi2OK);
  assert_int_equal(fmi2SetupExperiment(inst, 1, tolerance, 0, 1, stop), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  return inst;
}

/* phi'' = -g sin(phi) + force cos(phi) by small Runge-Kutta steps. */
static void swing_reference(double force, double time, double *phi,
                            double *omega)
{
  const int n = 2000;
  double h = time / n;
  for (int k = 0; k < n; k++) {
    double f[4][2], p = *phi, w = *omega;
    for (int stage = 0; stage < 4; stage++) {
      f[stage][0] = w;
      f[stage][1] = -sin(p) + force * cos(p);
      double part = stage < 2 ? h / 2 : h;
      p = *phi + part * f[stage][0];
      w = *omega + part * f[stage][1];
    }
    *phi += h / 6 * (f[0][0] + 2 * f[1][0] + 2 * f[2][0] + f[3][0]);
    *omega += h / 6 * (f[0][1] + 2 * f[1][1] + 2 * f[2][1] + f[3][1]);
  }
}

static void assert_swing(Instance *inst, double phi, double omega,
                         double allowed)
{
  assert_true(fabs(hand_real(inst, SWING_X) - sin(phi)) < allowed);
  assert_true(fabs(hand_real(inst, SWING_Y) + cos(phi)) < allowed);
  assert_true(fabs(hand_real(inst, SWING_VX) - cos(phi) * omega) < allowed);
  assert_true(fabs(hand_real(inst, SWING_VY) - sin(phi) * omega) < allowed);
}

/* Time of the last choice of states, as the log reports it. */
static double last_choice(const HandLog *log)
{
  double time = NAN;
  assert_int_equal(sscanf(log->last, "at time %lf the states", &time), 1);
  return time;
}

/* The integrator is ahead of the importer, but no pivot of the future is seen
 * at a communication point; lengths hold and curves are smooth across. */
static void test_pivots_in_order(void **state)
{
  (void)state;
  HandLog log;
  const int n = 20000;
  double stop = 20, h = stop / n, phi = 0, omega = 2.5, last = -1;
  Instance *inst = swing_running(&hand_swing, phi, omega, 1e-9, stop, &log);
  double x = hand_real(inst, SWING_X), vx = hand_real(inst, SWING_VX);
  for (int k = 0; k < n; k++) {
    assert_int_equal(fmi2DoStep(inst, k * h, h, fmi2True), fmi2OK);
    double choice = last_choice(&log);
    assert_true(choice <= (k + 1) * h && choice >= last);
    last = choice;
    assert_int_equal(log.n, 1 + inst->statistics.pivots);

    double x1 = hand_real(inst, SWING_X), y1 = hand_real(inst, SWING_Y);
    double vx1 = hand_real(inst, SWING_VX);
    assert_true(fabs(hypot(x1, y1) - 1) < 1e-12);
    assert_true(fabs(x1 - x - h / 2 * (vx + vx1)) < 1e-7);
    bool x_is_state = inst->state[1] == SWING_X;
    assert_true(hand_real(inst, SWING_STATE_2) == (x_is_state ? x1 : y1));
    x = x1;
    vx = vx1;
  }
  assert_true(inst->statistics.pivots > 16);
  swing_reference(0, stop, &phi, &omega);
  assert_swing(inst, phi, omega, 1e-4);
  instance_free(inst);
}

/* Communication points cost as little with pivots as without. */
static void test_pivots_and_communication_points(void **state)
{
  (void)state;
  const int n[] = {10, 10000};
  long rhs[2], pivots[2];
  for (int k = 0; k < 2; k++) {
    HandLog log;
    Instance *inst = swing_running(&hand_swing, 1, 2, 1e-7, 50, &log);
    run(inst, 50, n[k]);
    rhs[k] = inst->statistics.rhs;
    pivots[k] = inst->statistics.pivots;
    instance_free(inst);
  }
  assert_int_equal(pivots[0], pivots[1]);
  assert_true(fabs((double)rhs[1] / (double)rhs[0] - 1) < 0.02);
}

/* The event at x^2 = (slope y)^2 falls on the pivot, just before it or after
 * it; each is found, whatever the communication points. */
static void test_events_and_pivots(void **state)
{
  (void)state;
  const double slopes[] = {2.9, 3, 3.0001, 3.2, 40};
  const int n[] = {1, 7, 1000};
  const fmi2ValueReference reference = SWING_SLOPE;
  for (int k = 0; k < 15; k++) {
    HandLog log;
    double phi = 0.1, omega = 2.5, stop = 20;
    Instance *inst =
        swing_running(&hand_swing_with_events, phi, omega, 1e-9, stop, &log);
    assert_int_equal(fmi2Reset(inst), fmi2OK);
    const fmi2ValueReference start[] = {SWING_ANGLE, SWING_OMEGA};
    const double value[] = {phi, omega};
    fmi2SetReal(inst, start, 2, value);
    fmi2SetReal(inst, &reference, 1, &slopes[k / 3]);
    fmi2SetupExperiment(inst, 1, 1e-9, 0, 1, stop);
    fmi2EnterInitializationMode(inst);
    fmi2ExitInitializationMode(inst);
    run(inst, stop, n[k % 3]);
    swing_reference(0, stop, &phi, &omega);
    assert_swing(inst, phi, omega, 1e-4);
    /* four a turn: horizontal is near twice, entered and left */
    double passed = floor((phi - 1.6) / 3.14159265358979323846) + 1;
    assert_in_range(inst->statistics.events, 2 * (int)passed - 1,
                    2 * (int)passed + 1);
    assert_true(inst->statistics.pivots > 16);
    assert_true(inst->statistics.restarts <=
                inst->statistics.events + inst->statistics.pivots);
    instance_free(inst);
  }
}

/* A force that changes at communication points, pivots in between. */
static void test_inputs_and_pivots(void **state)
{
  (void)state;
  const fmi2ValueReference input = SWING_FORCE;
  const double step[] = {0.5, 0.037};
  for (int k = 0; k < 2; k++) {
    HandLog log;
    double phi = 0.1, omega = 2.2, h = step[k];
    int n = (int)(15 / h);
    Instance *inst = swing_running(&hand_swing, phi, omega, 1e-9, n * h, &log);
    for (int i = 0; i < n; i++) {
      double force = 0.3 * sin(7.0 * i);
      assert_int_equal(fmi2SetReal(inst, &input, 1, &force), fmi2OK);
      assert_int_equal(fmi2DoStep(inst, i * h, h, fmi2True), fmi2OK);
      swing_reference(force, h, &phi, &omega);
      assert_swing(inst, phi, omega, 2e-6 * (i + 1));
      assert_true(last_choice(&log) <= (i + 1) * h);
    }
    assert_true(inst->statistics.pivots > 5);
    instance_free(inst);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pendulum),
      cmocka_unit_test(test_communication_points_cost_nothing),
      cmocka_unit_test(test_events),
      cmocka_unit_test(test_event_at_the_end_of_a_step),
      cmocka_unit_test(test_model_without_states),
      cmocka_unit_test(test_inputs),
      cmocka_unit_test(test_input_switches_a_relation),
      cmocka_unit_test(test_refused_steps),
      cmocka_unit_test(test_accumulated_steps),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_statistics),
      cmocka_unit_test(test_pivots_in_order),
      cmocka_unit_test(test_pivots_and_communication_points),
      cmocka_unit_test(test_events_and_pivots),
      cmocka_unit_test(test_inputs_and_pivots),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
