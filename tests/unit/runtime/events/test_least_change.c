/* The nearest point of equations: circle, plane, what is held, what fails. */
#include "test.h"

#include "evaluate/tangent.h"
#include "events/initialize.h"
#include "events/least_change.h"
#include "events/start_changes.h"
#include "hand_model.h"

/* real[1] = x and real[2] = y on the circle of radius real[3]; real[4] is x +
 * y. */
enum { X = 1, Y, L, SUM, N_REAL };

static void circle(ModelValues *v, double *r)
{
  const double *z = v->real;
  r[0] = z[X] * z[X] + z[Y] * z[Y] - z[L] * z[L];
}

static void circle_jacobian(ModelValues *v, double *value)
{
  value[0] = 2 * v->real[X];
  value[1] = 2 * v->real[Y];
}

static void circle_tangent(ModelValues *v, Tangent *t)
{
  t->r[0] = -2 * v->real[L] * t->d[L];
}

static const int unknown[] = {X, Y}, column_start[] = {0, 1, 2}, row[] = {0, 0};
static const double nominal[] = {1, 1};
static const unsigned char preference[] = {1, 1};
static const char *const equation[] = {"c.mo:3: x^2 + y^2 = L^2"};
static const char *const name[] = {"x", "y"};
static const Block block = {.n = 1,
                            .n_columns = 2,
                            .unknown = unknown,
                            .nominal = nominal,
                            .n_nonzeros = 2,
                            .column_start = column_start,
                            .row = row,
                            .residual = circle,
                            .jacobian = circle_jacobian,
                            .tangent = circle_tangent,
                            .start_preference = preference,
                            .equation = equation,
                            .name = name};

static int solve(ModelValues *v)
{
  if (block_solve(v, &block)) return 1;
  v->real[SUM] = v->real[X] + v->real[Y];
  return 0;
}

static int evaluate(ModelValues *v)
{
  v->real[SUM] = v->real[X] + v->real[Y];
  return 0;
}

static const unsigned char kind[] = {VARIABLE_TIME, VARIABLE_APPROX,
                                     VARIABLE_APPROX, VARIABLE_PARAMETER,
                                     VARIABLE_CALCULATED};
static const double start[] = {0, 2, 0, 1, 0};
static const StartPreference preferences[] = {{X, 1, 1, "x"}, {Y, 1, 1, "y"}};
static const Model model = {.contract = FOUCAULT_MODEL_CONTRACT,
                            .name = "Circle",
                            .guid = HAND_GUID,
                            .n_real = N_REAL,
                            .real_kind = kind,
                            .real_start = start,
                            .tolerance = 1e-6,
                            .parameters = hand_nothing,
                            .starts = hand_no_starts,
                            .initialize = solve,
                            .evaluate = evaluate,
                            .largest_block = 2,
                            .largest_block_nonzeros = 2,
                            .largest_preference_block = 3,
                            .n_start_preferences = 2,
                            .start_preference = preferences};

static void set_real(Instance *inst, fmi2ValueReference vr, double value)
{
  assert_int_equal(fmi2SetReal(inst, &vr, 1, &value), fmi2OK);
}

static Instance *entered(HandLog *log)
{
  Instance *inst = hand_instance(&model, fmi2ModelExchange, log);
  assert_non_null(inst);
  assert_int_equal(fmi2EnterInitializationMode(inst), fmi2OK);
  return inst;
}

static void expect(Instance *inst, double x, double y)
{
  assert_true(fabs(hand_real(inst, X) - x) <= 1e-13);
  assert_true(fabs(hand_real(inst, Y) - y) <= 1e-13);
}

/* The model's own start values: the nearest point, reported with its change. */
static void test_nearest(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = entered(&log);
  assert_int_equal(fmi2SetDebugLogging(inst, fmi2True, 0, NULL), fmi2OK);
  expect(inst, 1, 0);
  assert_int_equal(fmi2ExitInitializationMode(inst), fmi2OK);
  assert_string_equal(log.category, "logStatusWarning");
  assert_non_null(strstr(log.last, "start value of x changed from 2 to 1"));
  instance_free(inst);
}

/* What the importer sets stays, as long as that leaves a solution. */
static void test_set_values_are_held(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = entered(&log);
  set_real(inst, X, 0.6);
  assert_true(hand_real(inst, X) == 0.6); /* exactly */
  assert_true(fabs(fabs(hand_real(inst, Y)) - 0.8) <= 1e-13);
  set_real(inst, Y, -0.5);
  double length = sqrt(0.61); /* both are set: the nearest point again */
  expect(inst, 0.6 / length, -0.5 / length);
  set_real(inst, X, 30);
  set_real(inst, Y, -40);
  expect(inst, 0.6, -0.8);
  set_real(inst, L, 10);
  expect(inst, 6, -8);
  instance_free(inst);
}

/* In the middle no direction is the nearest: any point will do. */
static void test_middle(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = entered(&log);
  set_real(inst, X, 0);
  set_real(inst, Y, 0);
  double x = hand_real(inst, X), y = hand_real(inst, Y);
  assert_true(fabs(x * x + y * y - 1) <= 1e-14);
  instance_free(inst);
}

/* No point at all: an error with the equation; other values, and it works. */
static void test_failure(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = entered(&log);
  double value;
  fmi2ValueReference x = X;
  set_real(inst, L, NAN);
  assert_int_equal(fmi2GetReal(inst, &x, 1, &value), fmi2Error);
  assert_non_null(strstr(log.last_error, "c.mo:3: x^2 + y^2 = L^2"));
  instance_free(inst);
}

/* How the solution follows the radius, and a held value does not. */
static void test_tangent(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = entered(&log);
  set_real(inst, X, 3);
  set_real(inst, Y, 4);
  set_real(inst, L, 5);
  expect(inst, 3, 4);
  memset(tangent_of(inst)->d, 0, N_REAL * sizeof tangent_of(inst)->d[0]);
  tangent_of(inst)->d[L] = 1;
  assert_int_equal(block_tangent(&inst->values, &block, tangent_of(inst)), 0);
  assert_true(fabs(tangent_of(inst)->d[X] - 0.6) <= 1e-13);
  assert_true(fabs(tangent_of(inst)->d[Y] - 0.8) <= 1e-13);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nearest),
      cmocka_unit_test(test_set_values_are_held),
      cmocka_unit_test(test_middle),
      cmocka_unit_test(test_failure),
      cmocka_unit_test(test_tangent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
