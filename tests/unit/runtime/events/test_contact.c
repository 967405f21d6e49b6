/* contact.c: a ball comes to rest, is lifted by an input, and rests again. */
#include "test.h"

#include "events/contact.h"
#include "hand_model.h"

/* der(h) = v, der(v) = lift - 9.81; when h <= 0 then reinit(v, -0.5*v).
 * boolean: h <= 0, its pre. */
enum { TIME, H, V, DER_V, LIFT, N_REAL };

static int run(ModelValues *v)
{
  v->real[DER_V] = v->real[LIFT] - 9.81;
  v->boolean[0] = v->relation[0];
  return 0;
}

static int tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->d[DER_V] = t->d[LIFT];
  return 0;
}

static void crossings(const ModelValues *v, double *z)
{
  z[0] = v->real[H];
}

static void reinits(const ModelValues *v, ReinitValue *r)
{
  r[0].active = v->boolean[0] && !v->boolean[1];
  r[0].value = -0.5 * v->real[V];
}

static const unsigned char real_kind[] = {VARIABLE_TIME, VARIABLE_EXACT,
                                          VARIABLE_EXACT, VARIABLE_CALCULATED,
                                          VARIABLE_INPUT};
static const unsigned char boolean_kind[] = {VARIABLE_CALCULATED,
                                             VARIABLE_CALCULATED};
static const double real_start[N_REAL] = {0, 1};
static const int boolean_start[2];
static const int state[] = {H, V}, derivative[] = {V, DER_V}, reinit[] = {V};
static const double nominal[] = {1, 1};
static const Relation relation[] = {{1, 0, "ball.mo:6: h <= 0", 1, 0}};
static const PrePair pair[] = {{0, 1, 0}};

static const Model ball = {.contract = FOUCAULT_MODEL_CONTRACT,
                           .name = "Ball",
                           .guid = HAND_GUID,
                           .n_real = N_REAL,
                           .n_boolean = 2,
                           .real_kind = real_kind,
                           .boolean_kind = boolean_kind,
                           .real_start = real_start,
                           .boolean_start = boolean_start,
                           .n_states = 2,
                           .state = state,
                           .derivative = derivative,
                           .shown_state = state,
                           .shown_derivative = derivative,
                           .state_nominal = nominal,
                           .n_relations = 1,
                           .n_indicators = 1,
                           .relation = relation,
                           .n_boolean_pre = 1,
                           .boolean_pre = pair,
                           .n_reinits = 1,
                           .reinit = reinit,
                           .reinits = reinits,
                           .tolerance = 1e-8,
                           .parameters = hand_nothing,
                           .starts = hand_no_starts,
                           .initialize = run,
                           .evaluate = run,
                           .tangent = tangent,
                           .crossings = crossings};

/* To the end of step `last`; the lowest height on the way. */
static double step_to(Instance *inst, int *done, int last)
{
  double lowest = HUGE_VAL;
  for (; *done < last; (*done)++) {
    assert_int_equal(fmi2DoStep(inst, 0.1 * *done, 0.1, fmi2True), fmi2OK);
    lowest = fmin(lowest, hand_real(inst, H));
  }
  return lowest;
}

static void set_lift(Instance *inst, double value)
{
  const fmi2ValueReference reference = LIFT;
  assert_int_equal(fmi2SetReal(inst, &reference, 1, &value), fmi2OK);
}

static void test_rests_and_is_lifted(void **test_state)
{
  (void)test_state;
  HandLog log;
  Instance *inst = hand_running(&ball, fmi2CoSimulation, &log, 1e-8, 20);
  int done = 0;
  assert_true(step_to(inst, &done, 20) > -1e-9);
  assert_true(contact_is_active(inst));
  assert_non_null(strstr(log.last, "ball.mo:6: h <= 0"));
  int reported = log.n;
  assert_true(fabs(hand_real(inst, H)) < 1e-9);
  set_lift(inst, 9.81 + 2);
  step_to(inst, &done, 30); /* 1 s with an acceleration of 2 */
  assert_false(contact_is_active(inst));
  assert_true(fabs(hand_real(inst, H) - 1) < 1e-6);
  set_lift(inst, 0);
  assert_true(step_to(inst, &done, 70) > -1e-9);
  assert_true(contact_is_active(inst));
  assert_true(fabs(hand_real(inst, H)) < 1e-9);
  assert_int_equal(log.n, reported); /* once */
  fmi2FreeInstance(inst);
}

/* The same bytes in the same process, the same rest in another instance. */
static void test_saved_at_rest(void **test_state)
{
  (void)test_state;
  HandLog log;
  Instance *inst = hand_running(&ball, fmi2CoSimulation, &log, 1e-8, 20);
  Instance *other = hand_running(&ball, fmi2CoSimulation, &log, 1e-8, 20);
  int done = 0, again = 20;
  step_to(inst, &done, 20);
  fmi2FMUstate saved = NULL;
  assert_int_equal(fmi2GetFMUstate(inst, &saved), fmi2OK);
  step_to(inst, &done, 25);
  double h = hand_real(inst, H);
  assert_int_equal(fmi2SetFMUstate(inst, saved), fmi2OK);
  step_to(inst, &again, 25);
  assert_true(hand_real(inst, H) == h);
  assert_int_equal(fmi2SetFMUstate(other, saved), fmi2OK);
  assert_true(contact_is_active(other));
  again = 20;
  assert_true(step_to(other, &again, 25) > -1e-9);
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  fmi2FreeInstance(inst);
  fmi2FreeInstance(other);
}

/* An importer finds the ball below the floor, too slow to come up again. */
static void test_model_exchange(void **test_state)
{
  (void)test_state;
  HandLog log;
  Instance *inst = hand_running(&ball, fmi2ModelExchange, &log, 1e-8, 20);
  fmi2EventInfo info;
  double slope[2], g;
  const double low[] = {-1e-6, -1e-5};
  assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
  assert_int_equal(fmi2EnterContinuousTimeMode(inst), fmi2OK);
  fmi2SetTime(inst, 0.5);
  fmi2SetContinuousStates(inst, low, 2);
  assert_int_equal(fmi2EnterEventMode(inst), fmi2OK);
  assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
  assert_true(info.valuesOfContinuousStatesChanged);
  assert_int_equal(fmi2EnterContinuousTimeMode(inst), fmi2OK);
  assert_int_equal(fmi2GetDerivatives(inst, slope, 2), fmi2OK);
  assert_true(fabs(slope[0]) < 1e-9);
  assert_true(fabs(slope[1]) < 0.1); /* back to zero within T = 0.04 s */
  assert_int_equal(fmi2GetEventIndicators(inst, &g, 1), fmi2OK);
  assert_true(g < 0);
  set_lift(inst, 12);
  assert_int_equal(fmi2GetEventIndicators(inst, &g, 1), fmi2OK);
  assert_true(g > 0);
  fmi2FreeInstance(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rests_and_is_lifted),
      cmocka_unit_test(test_saved_at_rest),
      cmocka_unit_test(test_model_exchange),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
