/* The FMI calls as an importer makes them, on the pendulum and others. */
#include "test.h"

#include "hand_selection.h"

static HandLog the_log;

static fmi2Component instantiate(fmi2Type type, bool logging)
{
  memset(&the_log, 0, sizeof the_log);
  /* lives only during the call, as some importers do it */
  fmi2CallbackFunctions callbacks = {hand_log, NULL, NULL, NULL, &the_log};
  fmi2Component c = fmi2Instantiate("one", type, HAND_GUID, NULL, &callbacks,
                                    fmi2False, logging);
  memset(&callbacks, 0xFF, sizeof callbacks);
  return c;
}

static double real_of(fmi2Component c, fmi2ValueReference vr)
{
  double value = NAN;
  assert_int_equal(fmi2GetReal(c, &vr, 1, &value), fmi2OK);
  return value;
}

static void test_platform(void **state)
{
  (void)state;
  assert_string_equal(fmi2GetVersion(), "2.0");
  assert_string_equal(fmi2GetTypesPlatform(), "default");
}

static void test_instantiate(void **state)
{
  (void)state;
  fmi2CallbackFunctions callbacks = {hand_log, NULL, NULL, NULL, &the_log};
  memset(&the_log, 0, sizeof the_log);
  assert_null(fmi2Instantiate("one", fmi2CoSimulation, "{other}", "file:///",
                              &callbacks, 0, 0));
  assert_non_null(strstr(the_log.last_error, "GUID"));
  assert_string_equal(the_log.name, "one");
  assert_null(
      fmi2Instantiate("one", fmi2CoSimulation, NULL, NULL, &callbacks, 0, 0));
  assert_null(
      fmi2Instantiate("one", (fmi2Type)7, HAND_GUID, NULL, &callbacks, 0, 0));
  assert_int_equal(the_log.n_errors, 3);

  /* neither callbacks nor a name */
  assert_null(
      fmi2Instantiate(NULL, fmi2CoSimulation, "{other}", NULL, NULL, 0, 1));
  fmi2Component c =
      fmi2Instantiate(NULL, fmi2CoSimulation, HAND_GUID, NULL, NULL, 0, 1);
  assert_non_null(c);
  assert_int_equal(fmi2DoStep(c, 0, 1, 1), fmi2Error);
  fmi2FreeInstance(c);
  fmi2FreeInstance(NULL);
}

static void test_null_component(void **state)
{
  (void)state;
  assert_int_equal(fmi2Reset(NULL), fmi2Error);
  assert_int_equal(fmi2DoStep(NULL, 0, 1, 1), fmi2Error);
  assert_int_equal(fmi2GetReal(NULL, NULL, 0, NULL), fmi2Error);
}

static void test_value_references(void **state)
{
  (void)state;
  fmi2Component c = instantiate(fmi2CoSimulation, false);
  fmi2EnterInitializationMode(c);
  const fmi2ValueReference beyond = PENDULUM_N_REAL, zero = 0;
  double value = 5;
  int integer = 0, boolean = 0;
  fmi2String text = NULL;
  assert_int_equal(fmi2GetReal(c, &beyond, 1, &value), fmi2Error);
  assert_non_null(strstr(the_log.last_error, "value reference 14"));
  assert_int_equal(fmi2SetReal(c, &beyond, 1, &value), fmi2Error);
  assert_int_equal(fmi2GetReal(c, NULL, 1, &value), fmi2Error);
  assert_int_equal(fmi2GetReal(c, &zero, 1, NULL), fmi2Error);
  assert_int_equal(fmi2GetString(c, &zero, 1, &text), fmi2Error);
  assert_int_equal(fmi2SetString(c, &zero, 1, &text), fmi2Error);
  assert_int_equal(the_log.n_errors, 6);

  assert_int_equal(fmi2GetString(c, NULL, 0, NULL), fmi2OK);
  assert_int_equal(fmi2SetReal(c, NULL, 0, NULL), fmi2OK);
  assert_int_equal(fmi2GetInteger(c, &zero, 1, &integer), fmi2OK);
  assert_int_equal(fmi2GetBoolean(c, &zero, 1, &boolean), fmi2OK);
  assert_int_equal(integer, 7);
  assert_int_equal(boolean, fmi2True);
  integer = 9;
  boolean = 4; /* any value but 0 is true */
  assert_int_equal(fmi2SetInteger(c, &zero, 1, &integer), fmi2OK);
  assert_int_equal(fmi2SetBoolean(c, &zero, 1, &boolean), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(c), fmi2OK);
  assert_int_equal(fmi2GetBoolean(c, &zero, 1, &boolean), fmi2OK);
  assert_int_equal(boolean, fmi2True);
  assert_int_equal(fmi2SetInteger(c, &zero, 1, &integer), fmi2Error);
  fmi2FreeInstance(c);
}

/* What may not be set, with the reference in the message; all or nothing. */
static void test_setting(void **state)
{
  (void)state;
  fmi2Component c = instantiate(fmi2CoSimulation, false);
  const fmi2ValueReference never[] = {PENDULUM_TIME, PENDULUM_PERIOD,
                                      PENDULUM_AX, PENDULUM_ENERGY};
  double value = 2;
  for (int k = 0; k < 4; k++) {
    assert_int_equal(fmi2SetReal(c, &never[k], 1, &value), fmi2Error);
  }
  assert_non_null(strstr(the_log.last_error, "value reference 13"));
  const fmi2ValueReference mixed[] = {PENDULUM_L, PENDULUM_AX};
  const double values[] = {3, 3};
  assert_int_equal(fmi2SetReal(c, mixed, 2, values), fmi2Error);
  fmi2EnterInitializationMode(c);
  assert_true(real_of(c, PENDULUM_L) == 1);
  fmi2ExitInitializationMode(c);
  const fmi2ValueReference start[] = {PENDULUM_X, PENDULUM_G};
  assert_int_equal(fmi2SetReal(c, start, 1, &value), fmi2Error);
  assert_int_equal(fmi2SetReal(c, start + 1, 1, &value), fmi2Error);
  const fmi2ValueReference input = PENDULUM_FORCE;
  assert_int_equal(fmi2SetReal(c, &input, 1, &value), fmi2OK);
  assert_true(fabs(real_of(c, PENDULUM_LAMBDA) -
                   (2 * 0.5 + 9.81 * sqrt(0.75))) < 1e-12);
  fmi2FreeInstance(c);
}

static void test_experiment(void **state)
{
  (void)state;
  fmi2Component c = instantiate(fmi2CoSimulation, false);
  assert_int_equal(fmi2SetupExperiment(c, 1, 0, 0, 0, 0), fmi2Error);
  assert_int_equal(fmi2SetupExperiment(c, 1, NAN, 0, 0, 0), fmi2Error);
  assert_int_equal(fmi2SetupExperiment(c, 0, 0, NAN, 0, 0), fmi2Error);
  assert_int_equal(fmi2SetupExperiment(c, 0, 0, 2, 1, 1), fmi2Error);
  assert_int_equal(fmi2SetupExperiment(c, 0, -1, 2, 0, -1), fmi2OK);
  fmi2EnterInitializationMode(c);
  assert_true(real_of(c, PENDULUM_TIME) == 2);
  fmi2ExitInitializationMode(c);
  assert_int_equal(fmi2SetupExperiment(c, 0, 0, 0, 0, 0), fmi2Error);
  /* no stop time: any length */
  assert_int_equal(fmi2DoStep(c, 2, 20, 1), fmi2OK);
  assert_int_equal(fmi2DoStep(c, 22, 2, 1), fmi2OK);
  assert_int_equal(fmi2Terminate(c), fmi2OK);
  assert_true(real_of(c, PENDULUM_TIME) == 24);
  assert_int_equal(fmi2DoStep(c, 24, 2, 1), fmi2Error);
  fmi2FreeInstance(c);
}

static void test_not_supported(void **state)
{
  (void)state;
  fmi2Component c = instantiate(fmi2CoSimulation, false);
  fmi2EnterInitializationMode(c);
  fmi2ExitInitializationMode(c);
  const fmi2ValueReference vr = PENDULUM_X;
  const int order = 1;
  double value = 0;
  assert_int_equal(
      fmi2GetDirectionalDerivative(c, &vr, 1, &vr, 1, &value, &value),
      fmi2Error);
  assert_int_equal(fmi2SetRealInputDerivatives(c, &vr, 1, &order, &value),
                   fmi2Error);
  assert_int_equal(fmi2GetRealOutputDerivatives(c, &vr, 1, &order, &value),
                   fmi2Error);
  assert_int_equal(fmi2CancelStep(c), fmi2Error);
  assert_int_equal(the_log.n_errors, 4);

  fmi2Status status;
  int integer;
  fmi2String text;
  assert_int_equal(fmi2GetStatus(c, fmi2DoStepStatus, &status), fmi2Discard);
  assert_int_equal(fmi2GetRealStatus(c, fmi2Terminated, &value), fmi2Discard);
  assert_int_equal(fmi2GetIntegerStatus(c, fmi2Terminated, &integer),
                   fmi2Discard);
  assert_int_equal(fmi2GetBooleanStatus(c, fmi2PendingStatus, &integer),
                   fmi2Discard);
  assert_int_equal(fmi2GetStringStatus(c, fmi2PendingStatus, &text),
                   fmi2Discard);
  assert_int_equal(the_log.n_discards, 0);            /* logging is off */
  assert_int_equal(fmi2DoStep(c, 0, 0.5, 1), fmi2OK); /* and it goes on */
  fmi2FreeInstance(c);
}

static void test_debug_logging(void **state)
{
  (void)state;
  fmi2Component c = instantiate(fmi2CoSimulation, true);
  const fmi2String known[] = {"logEvents", "logStatusWarning"};
  const fmi2String unknown[] = {"logEvents", "logFoo"};
  assert_int_equal(fmi2SetDebugLogging(c, fmi2False, 0, NULL), fmi2OK);
  assert_int_equal(fmi2SetDebugLogging(c, fmi2True, 2, known), fmi2OK);
  assert_int_equal(fmi2SetDebugLogging(c, fmi2True, 2, unknown), fmi2Error);
  assert_non_null(strstr(the_log.last_error, "logFoo"));
  assert_int_equal(fmi2SetDebugLogging(c, fmi2True, 2, NULL), fmi2Error);
  fmi2FreeInstance(c);
}

/* --- Model Exchange ------------------------------------------------------ */

static void settle(fmi2Component c)
{
  fmi2EventInfo info;
  memset(&info, 0xFF, sizeof info); /* every field must be written */
  assert_int_equal(fmi2NewDiscreteStates(c, &info), fmi2OK);
  assert_int_equal(info.newDiscreteStatesNeeded, fmi2False);
  assert_int_equal(info.terminateSimulation, fmi2False);
  assert_int_equal(info.nominalsOfContinuousStatesChanged, fmi2False);
  assert_int_equal(info.valuesOfContinuousStatesChanged, fmi2False);
  assert_int_equal(info.nextEventTimeDefined, fmi2False);
  assert_true(info.nextEventTime == 0);
  assert_int_equal(fmi2EnterContinuousTimeMode(c), fmi2OK);
}

enum { MOST_STATES = 4 };

static void derivatives_at(fmi2Component c, int n, double t, const double *x,
                           double *f)
{
  assert_int_equal(fmi2SetTime(c, t), fmi2OK);
  assert_int_equal(fmi2SetContinuousStates(c, x, (size_t)n), fmi2OK);
  assert_int_equal(fmi2GetDerivatives(c, f, (size_t)n), fmi2OK);
}

/* One classical Runge-Kutta step of a host; leaves the FMU at its end. */
static void rk4(fmi2Component c, int n, double t, double h, double *x)
{
  static const double node[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  double f[MOST_STATES] = {0}, sum[MOST_STATES] = {0}, y[MOST_STATES];
  for (int stage = 0; stage < 4; stage++) {
    for (int i = 0; i < n; i++) {
      y[i] = x[i] + node[stage] * h * f[i];
    }
    derivatives_at(c, n, t + node[stage] * h, y, f);
    for (int i = 0; i < n; i++) {
      sum[i] += weight[stage] * f[i];
    }
  }
  for (int i = 0; i < n; i++) {
    x[i] += h / 6 * sum[i];
  }
  assert_int_equal(fmi2SetTime(c, t + h), fmi2OK);
  assert_int_equal(fmi2SetContinuousStates(c, x, (size_t)n), fmi2OK);
}

static void completed(fmi2Component c)
{
  fmi2Boolean event = fmi2True, end = fmi2True;
  assert_int_equal(fmi2CompletedIntegratorStep(c, fmi2True, &event, &end),
                   fmi2OK);
  assert_int_equal(event, fmi2False);
  assert_int_equal(end, fmi2False);
}

static void test_pendulum_by_model_exchange(void **state)
{
  (void)state;
  fmi2Component c = instantiate(fmi2ModelExchange, false);
  double x[4], nominal[4];
  assert_int_equal(fmi2GetNominalsOfContinuousStates(c, nominal, 4), fmi2OK);
  assert_true(nominal[3] == 1);
  fmi2SetupExperiment(c, 0, 0, 0, 0, 0);
  fmi2EnterInitializationMode(c);
  assert_int_equal(fmi2GetContinuousStates(c, x, 4), fmi2OK);
  assert_true(fabs(x[0] - 0.5) < 1e-15);
  fmi2ExitInitializationMode(c);
  assert_int_equal(fmi2GetContinuousStates(c, x, 4), fmi2OK);
  settle(c);
  assert_int_equal(fmi2GetContinuousStates(c, x, 3), fmi2Error);
  assert_int_equal(fmi2GetEventIndicators(c, NULL, 0), fmi2OK);

  double period = hand_pendulum_period(9.81, 1, 0.5235987755982988);
  int n = 5000;
  double h = period / n, energy = real_of(c, PENDULUM_ENERGY);
  for (int k = 0; k < n; k++) {
    rk4(c, 4, k * h, h, x);
    completed(c);
  }
  assert_true(fabs(x[0] - 0.5) < 1e-10);
  assert_true(fabs(x[2]) < 1e-10);
  assert_true(fabs(real_of(c, PENDULUM_ENERGY) - energy) < 1e-10);
  assert_int_equal(fmi2Terminate(c), fmi2OK);
  assert_int_equal(the_log.n, 1); /* the wrong length above */
  fmi2FreeInstance(c);
}

/* A host that finds events by bisection on the sign of the indicators. */
typedef struct Host {
  Instance *c;
  double time, x[2], indicator[3];
} Host;

/* A step of length h from the host's point; true when an indicator changes
 * its sign. The new states are in x. */
static bool host_try(Host *host, double h, double *x)
{
  double after[3];
  bool crossed = false;
  memcpy(x, host->x, sizeof host->x);
  rk4(host->c, 2, host->time, h, x);
  assert_int_equal(fmi2GetEventIndicators(host->c, after, 3), fmi2OK);
  for (int j = 0; j < 3; j++) {
    assert_true(host->indicator[j] != 0);
    if (host->indicator[j] * after[j] < 0) crossed = true;
  }
  return crossed;
}

/* One step, or its part up to the first event; true: an event. */
static bool host_step(Host *host, double h)
{
  double x[2], low = 0, high = h;
  bool is_event = host_try(host, h, x);
  while (is_event && high - low > 1e-13) {
    double middle = (low + high) / 2;
    if (host_try(host, middle, x)) {
      high = middle;
    } else {
      low = middle;
    }
  }
  host_try(host, high, host->x);
  host->time += high;
  completed(host->c);
  return is_event;
}

static void test_events_by_model_exchange(void **state)
{
  (void)state;
  const double expected[] = {0.5, 1.25};
  HandLog log;
  Host host = {hand_running(&hand_switch, fmi2ModelExchange, &log, 1e-6, 2),
               0,
               {0, 0},
               {0, 0, 0}};
  int n_events = 0;
  settle(host.c);
  fmi2GetContinuousStates(host.c, host.x, 2);
  fmi2GetEventIndicators(host.c, host.indicator, 3);
  while (host.time < 2) {
    if (host_step(&host, fmin(0.1, 2 - host.time))) {
      assert_in_range(n_events, 0, 1);
      assert_true(fabs(host.time - expected[n_events++]) < 1e-10);
      assert_int_equal(fmi2EnterEventMode(host.c), fmi2OK);
      settle(host.c);
    }
    fmi2GetEventIndicators(host.c, host.indicator, 3);
  }
  assert_int_equal(n_events, 2);
  assert_true(fabs(host.x[1] - 0.75) < 1e-9);
  instance_free(host.c);
}

/* While integrating, relations stay as they are; in Event Mode they follow,
 * also for a host that reads before fmi2NewDiscreteStates. */
static void test_frozen_relations(void **state)
{
  (void)state;
  HandLog log;
  Instance *c = hand_running(&hand_switch, fmi2ModelExchange, &log, 1e-6, 2);
  settle(c);
  const double x[] = {0.1, 0};
  assert_int_equal(fmi2SetContinuousStates(c, x, 2), fmi2OK);
  assert_true(real_of(c, SWITCH_DER_Z) == 0);
  assert_int_equal(fmi2EnterEventMode(c), fmi2OK);
  assert_true(real_of(c, SWITCH_DER_Z) == 1);
  settle(c);
  assert_int_equal(c->statistics.events, 1);
  instance_free(c);
}

/* A trial point without a solution: discarded, and the host may go back. */
static void test_discard(void **state)
{
  (void)state;
  HandLog log;
  Instance *c = hand_running(&hand_dead_end, fmi2ModelExchange, &log, 1e-6, 2);
  settle(c);
  double x = 1.5, f = 0;
  const fmi2ValueReference y = 3;
  assert_int_equal(fmi2SetContinuousStates(c, &x, 1), fmi2OK);
  assert_int_equal(fmi2GetDerivatives(c, &f, 1), fmi2Discard);
  assert_int_equal(fmi2GetReal(c, &y, 1, &f), fmi2Discard);
  assert_int_equal(log.n, 0);
  const fmi2String category[] = {"logStatusDiscard"};
  fmi2SetDebugLogging(c, fmi2True, 1, category);
  assert_int_equal(fmi2GetReal(c, &y, 1, &f), fmi2Discard);
  assert_non_null(strstr(log.last, "y^2 = 1 - x"));
  x = 0.75;
  assert_int_equal(fmi2SetContinuousStates(c, &x, 1), fmi2OK);
  assert_int_equal(fmi2GetReal(c, &y, 1, &f), fmi2OK);
  assert_true(fabs(f - 0.5) < 1e-15);
  instance_free(c);
}

/* A state may be set one by one in Continuous-Time Mode. */
static void test_state_by_set_real(void **state)
{
  (void)state;
  HandLog log;
  Instance *c = hand_running(&hand_decay, fmi2ModelExchange, &log, 1e-6, 2);
  const fmi2ValueReference x = 1, derivative = 2;
  const double two = 2;
  assert_int_equal(fmi2SetReal(c, &x, 1, &two), fmi2Error); /* Event Mode */
  settle(c);
  assert_int_equal(fmi2SetReal(c, &x, 1, &two), fmi2OK);
  assert_true(real_of(c, derivative) == -2);
  assert_int_equal(fmi2SetReal(c, &derivative, 1, &two), fmi2Error);
  assert_int_equal(fmi2DoStep(c, 0, 1, 1), fmi2Error);
  assert_non_null(strstr(log.last_error, "not part of Model Exchange"));
  instance_free(c);
}

/* --- Model Exchange with selection sets ---------------------------------- */

static Instance *swing_running(const Model *model, HandLog *log, double angle,
                               double omega)
{
  const fmi2ValueReference reference[] = {SWING_ANGLE, SWING_OMEGA};
  const double value[] = {angle, omega};
  Instance *c = hand_instance(model, fmi2ModelExchange, log);
  assert_int_equal(fmi2SetReal(c, reference, 2, value), fmi2OK);
  assert_int_equal(fmi2SetupExperiment(c, 1, 1e-9, 0, 0, 0), fmi2OK);
  assert_int_equal(fmi2EnterInitializationMode(c), fmi2OK);
  assert_int_equal(fmi2ExitInitializationMode(c), fmi2OK);
  settle(c);
  return c;
}

/* Completes a step; an event that changes the states says so in every call,
 * and the host reads them again. */
static bool completed_with_pivot(Instance *c, double *x)
{
  fmi2Boolean event = fmi2True, end = fmi2True;
  fmi2EventInfo info;
  assert_int_equal(fmi2CompletedIntegratorStep(c, fmi2True, &event, &end),
                   fmi2OK);
  assert_int_equal(end, fmi2False);
  if (!event) return false;
  assert_int_equal(fmi2EnterEventMode(c), fmi2OK);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(fmi2NewDiscreteStates(c, &info), fmi2OK);
    assert_int_equal(info.newDiscreteStatesNeeded, fmi2False);
    assert_int_equal(info.valuesOfContinuousStatesChanged, fmi2True);
    assert_int_equal(info.nominalsOfContinuousStatesChanged, fmi2False);
  }
  assert_int_equal(fmi2EnterContinuousTimeMode(c), fmi2OK);
  assert_int_equal(fmi2GetContinuousStates(c, x, 2), fmi2OK);
  return true;
}

/* Full turns, by a host that knows nothing of pivots but events. */
static void test_pivots_by_model_exchange(void **state)
{
  (void)state;
  HandLog log;
  Instance *c = swing_running(&hand_swing, &log, 0, 2.5);
  double x[2], energy = real_of(c, SWING_ENERGY), h = 1e-3;
  int n_pivots = 0;
  assert_int_equal(fmi2GetContinuousStates(c, x, 2), fmi2OK);
  for (int k = 0; k < 20000; k++) {
    rk4(c, 2, k * h, h, x);
    n_pivots += completed_with_pivot(c, x);
    if (k % 100 != 0) continue;
    double length = hypot(real_of(c, SWING_X), real_of(c, SWING_Y));
    assert_true(fabs(length - 1) < 1e-12);
    assert_true(real_of(c, SWING_STATE_1) == x[0]);
    assert_true(real_of(c, SWING_STATE_2) == x[1]);
    assert_true(real_of(c, SWING_DER_2) == x[0]);
  }
  assert_true(fabs(real_of(c, SWING_ENERGY) - energy) < 1e-8);
  assert_true(n_pivots > 16); /* five turns, four a turn */
  assert_int_equal(c->statistics.pivots, n_pivots);
  assert_int_equal(c->statistics.events, n_pivots);
  assert_int_equal(log.n, 0);
  instance_free(c);
}

/* An event of the host's own (a new input) that falls on a pivot is one
 * event; without a pivot the states keep their meaning. */
static void test_event_and_pivot_by_model_exchange(void **state)
{
  (void)state;
  const fmi2ValueReference force = SWING_FORCE;
  HandLog log;
  Instance *c = swing_running(&hand_swing_with_events, &log, 0.2, 0);
  double x[2], z[2], h = 1e-3, u = 1;
  fmi2EventInfo info;
  assert_int_equal(fmi2GetContinuousStates(c, x, 2), fmi2OK);
  assert_int_equal(fmi2EnterEventMode(c), fmi2OK);
  assert_int_equal(fmi2SetReal(c, &force, 1, &u), fmi2OK);
  assert_int_equal(fmi2NewDiscreteStates(c, &info), fmi2OK);
  assert_int_equal(info.valuesOfContinuousStatesChanged, fmi2False);
  assert_int_equal(fmi2EnterContinuousTimeMode(c), fmi2OK);
  double energy = real_of(c, SWING_ENERGY);

  bool pivoted = false, seen = false;
  for (int k = 0; k < 5000 && !(pivoted && seen); k++) {
    rk4(c, 2, k * h, h, x);
    pivoted = completed_with_pivot(c, x) || pivoted;
    assert_int_equal(fmi2GetEventIndicators(c, z, 2), fmi2OK);
    if (z[0] > 0 || seen) continue;
    seen = true; /* x^2 > (3.2 y)^2: right after the pivot at 3 */
    assert_true(pivoted);
    assert_int_equal(fmi2EnterEventMode(c), fmi2OK);
    assert_int_equal(fmi2NewDiscreteStates(c, &info), fmi2OK);
    assert_int_equal(info.valuesOfContinuousStatesChanged, fmi2False);
    assert_int_equal(fmi2EnterContinuousTimeMode(c), fmi2OK);
  }
  assert_true(pivoted && seen);
  assert_int_equal(c->state[1], SWING_Y);
  assert_true(fabs(real_of(c, SWING_ENERGY) - energy) < 1e-9);
  instance_free(c);
}

/* A host that ignores pivots learns of it and is not deceived. */
static void test_ignored_pivots_by_model_exchange(void **state)
{
  (void)state;
  for (double h = 1e-3; h < 0.3; h *= 3) {
    HandLog log;
    Instance *c = swing_running(&hand_swing, &log, 0.2, 2.5);
    double x[2], f[2];
    fmi2Status status = fmi2OK;
    assert_int_equal(fmi2GetContinuousStates(c, x, 2), fmi2OK);
    for (int k = 1; status == fmi2OK && k * h < 10; k++) {
      fmi2Boolean event, end;
      assert_int_equal(fmi2GetDerivatives(c, f, 2), fmi2OK);
      fmi2SetTime(c, k * h);
      for (int i = 0; i < 2; i++) {
        x[i] += h * f[i];
      }
      fmi2SetContinuousStates(c, x, 2);
      status = fmi2CompletedIntegratorStep(c, fmi2True, &event, &end);
    }
    assert_true(status != fmi2OK);
    assert_non_null(strstr(log.last_error, "swing.mo:7: x^2 + y^2 = 1"));
    instance_free(c);
  }
}

/* However far apart the steps are that the host completes: points between
 * them are evaluated from the last one, pivots are found by indicators. */
static void test_rare_completion_by_model_exchange(void **state)
{
  (void)state;
  HandLog log;
  Instance *c = swing_running(&hand_swing, &log, 0, 2.5);
  double x[2], z, energy = real_of(c, SWING_ENERGY), h = 1e-3;
  int n_pivots = 0;
  assert_int_equal(fmi2GetContinuousStates(c, x, 2), fmi2OK);
  for (int k = 0; k < 20000; k++) {
    rk4(c, 2, k * h, h, x);
    assert_int_equal(fmi2GetEventIndicators(c, &z, 1), fmi2OK);
    if (z > 0 && k % 5000 != 0) continue;
    n_pivots += completed_with_pivot(c, x);
  }
  assert_true(fabs(real_of(c, SWING_ENERGY) - energy) < 1e-7);
  assert_true(n_pivots > 16);
  assert_int_equal(log.n, 0);
  instance_free(c);
}

/* The importer's names of the states may be set one by one, too. */
static void test_selected_state_by_set_real(void **state)
{
  (void)state;
  HandLog log;
  Instance *c = swing_running(&hand_swing, &log, 0.2, 0);
  const fmi2ValueReference known = SWING_STATE_2, candidate = SWING_X;
  const double x = sin(0.25);
  assert_int_equal(fmi2SetReal(c, &candidate, 1, &x), fmi2Error);
  assert_int_equal(fmi2SetReal(c, &known, 1, &x), fmi2OK);
  assert_true(real_of(c, SWING_X) == x);
  assert_true(fabs(real_of(c, SWING_Y) + cos(0.25)) < 1e-14);
  instance_free(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_platform),
      cmocka_unit_test(test_instantiate),
      cmocka_unit_test(test_null_component),
      cmocka_unit_test(test_value_references),
      cmocka_unit_test(test_setting),
      cmocka_unit_test(test_experiment),
      cmocka_unit_test(test_not_supported),
      cmocka_unit_test(test_debug_logging),
      cmocka_unit_test(test_pendulum_by_model_exchange),
      cmocka_unit_test(test_events_by_model_exchange),
      cmocka_unit_test(test_frozen_relations),
      cmocka_unit_test(test_discard),
      cmocka_unit_test(test_state_by_set_real),
      cmocka_unit_test(test_pivots_by_model_exchange),
      cmocka_unit_test(test_event_and_pivot_by_model_exchange),
      cmocka_unit_test(test_ignored_pivots_by_model_exchange),
      cmocka_unit_test(test_rare_completion_by_model_exchange),
      cmocka_unit_test(test_selected_state_by_set_real),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
