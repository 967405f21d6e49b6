/* The reduced system at many points: values and derivatives that a hand gives,
 * one after the other and side by side, and what is refused. */
#include "test.h"

#include "core/points.h"
#include "fmi/mechanisms.h"
#include "hand_model.h"

/* der(x) = u*time - 2*x, der(z) = x*z, y = x^2 + u; der(z) is not a number
 * where z > 100. */
enum { TIME, X, Z, DER_X, DER_Z, U, Y, N_REAL };

static void slopes(double *real, size_t lanes, size_t lane)
{
#define AT(i) real[(size_t)(i)*lanes + lane]
  AT(DER_X) = AT(U) * AT(TIME) - 2 * AT(X);
  AT(DER_Z) = AT(Z) > 100 ? (double)NAN : AT(X) * AT(Z);
  AT(Y) = AT(X) * AT(X) + AT(U);
}

static void turns(const double *real, double *d, size_t lanes, size_t lane)
{
#define D(i) d[(size_t)(i)*lanes + lane]
  D(DER_X) = AT(U) * D(TIME) + AT(TIME) * D(U) - 2 * D(X);
  D(DER_Z) = AT(X) * D(Z) + AT(Z) * D(X);
  D(Y) = 2 * AT(X) * D(X) + D(U);
}

static int evaluate(ModelValues *v)
{
  slopes(v->real, 1, 0);
  return 0;
}

static int tangent(ModelValues *v, Tangent *t)
{
  turns(v->real, t->d, 1, 0);
  return 0;
}

static int n_lanes;

static void evaluate_lanes(ModelValues *v)
{
  n_lanes++;
  for (size_t lane = 0; lane < POINT_LANES; lane++)
    slopes(v->real, POINT_LANES, lane);
}

static void tangent_lanes(ModelValues *v, Tangent *t)
{
  for (size_t lane = 0; lane < POINT_LANES; lane++)
    turns(v->real, t->d, POINT_LANES, lane);
}

static const ModelPoints lanes = {evaluate_lanes, tangent_lanes};
static const unsigned char kind[] = {VARIABLE_TIME,       VARIABLE_EXACT,
                                     VARIABLE_EXACT,      VARIABLE_CALCULATED,
                                     VARIABLE_CALCULATED, VARIABLE_INPUT,
                                     VARIABLE_CALCULATED};
static const double start[N_REAL] = {0, 1, 2, 0, 0, 3, 0};
static const int state[] = {X, Z}, derivative[] = {DER_X, DER_Z};
static const double nominal[] = {1, 1};
#define POINTED(side_by_side)                                                  \
  {                                                                            \
    .contract = FOUCAULT_MODEL_CONTRACT, .name = "Pointed", .guid = HAND_GUID, \
    .n_real = N_REAL, .real_kind = kind, .real_start = start, .n_states = 2,   \
    .state = state, .derivative = derivative, .shown_state = state,            \
    .shown_derivative = derivative, .state_nominal = nominal,                  \
    .tolerance = 1e-6, .parameters = hand_nothing, .starts = hand_no_starts,   \
    .initialize = evaluate, .evaluate = evaluate, .tangent = tangent,          \
    .points = side_by_side                                                     \
  }
static const Model plain = POINTED(NULL), wide = POINTED(&lanes);

/* --- points ----------------------------------------------------------------
 */

enum { MOST = 40, N_UNKNOWN = 3 };
static const ValueReference known[] = {X, Z, U};
static const ValueReference unknown[] = {DER_X, DER_Z, Y};
static double at_time[MOST], at_state[2 * MOST], at_input[MOST];
static double value[2 * MOST * N_UNKNOWN], work[2 * POINT_LANES * N_REAL];

static Points some_points(int n)
{
  for (int k = 0; k < n; k++) {
    at_time[k] = 0.5 * k;
    at_state[2 * k] = k - 3;
    at_state[2 * k + 1] = 10 - k;
    at_input[k] = 2 + k;
  }
  return (Points){.n = n,
                  .n_states = 2,
                  .n_inputs = 1,
                  .n_outputs = 1,
                  .known = known,
                  .unknown = unknown,
                  .time = at_time,
                  .states = at_state,
                  .inputs = at_input,
                  .value = value,
                  .work = work,
                  .n_work = sizeof work / sizeof work[0]};
}

static Instance *integrating(const Model *model, HandLog *log)
{
  Instance *inst = hand_running(model, fmi2ModelExchange, log, 1e-6, 100);
  fmi2EventInfo info;
  assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
  assert_int_equal(fmi2EnterContinuousTimeMode(inst), fmi2OK);
  return inst;
}

static void check_values(const Model *model, int n, int expected_lanes)
{
  HandLog log;
  Instance *inst = integrating(model, &log);
  Points p = some_points(n);
  n_lanes = 0;
  assert_int_equal(points_function(inst)(inst, &p), STATUS_OK);
  assert_int_equal(p.n_done, n);
  assert_int_equal(n_lanes, expected_lanes);
  for (int k = 0; k < n; k++) {
    double x = k - 3, z = 10 - k, u = 2 + k, t = 0.5 * k;
    assert_true(value[N_UNKNOWN * k] == u * t - 2 * x);
    assert_true(value[N_UNKNOWN * k + 1] == x * z);
    assert_true(value[N_UNKNOWN * k + 2] == x * x + u);
  }
  instance_free(inst);
}

static void test_values(void **unused)
{
  (void)unused;
  check_values(&plain, 5, 0);
  check_values(&wide, 33, 3); /* the last one has lanes to spare */
  check_values(&wide, POINT_LANES / 4 - 1, 0);
}

/* The first of two directions is that of x, the other one mixed. */
static void check_directions(const Model *model, int n, bool has_own)
{
  static double direction[2 * 3 * MOST];
  HandLog log;
  Instance *inst = integrating(model, &log);
  Points p = some_points(n);
  int n_rows = has_own ? 2 * n : 2;
  for (int r = 0; r < n_rows; r++) {
    direction[3 * r] = 1;
    direction[3 * r + 1] = r % 2 ? 2 + r / 2 : 0;
    direction[3 * r + 2] = r % 2 ? -1 : 0;
  }
  p.n_directions = 2;
  p.has_own = has_own;
  p.direction = direction;
  assert_int_equal(points_function(inst)(inst, &p), STATUS_OK);
  for (int k = 0; k < n; k++) {
    double x = k - 3, z = 10 - k, t = 0.5 * k, dz = 2 + (has_own ? k : 0);
    const double *first = value + 2 * N_UNKNOWN * k;
    assert_true(first[0] == -2 && first[1] == z && first[2] == 2 * x);
    assert_true(first[3] == -2 - t && first[4] == z + dz * x);
    assert_true(first[5] == 2 * x - 1);
  }
  instance_free(inst);
}

static void test_directions(void **unused)
{
  (void)unused;
  check_directions(&plain, 5, false);
  check_directions(&plain, 5, true);
  check_directions(&wide, 20, false);
  check_directions(&wide, 20, true);
}

/* A lane that is not a number is asked again by itself, as the importer would
 * be told. */
static void test_a_point_that_is_no_number(void **unused)
{
  (void)unused;
  HandLog log;
  Instance *inst = integrating(&wide, &log);
  Points p = some_points(20);
  at_state[2 * 17 + 1] = 200;
  assert_int_not_equal(points_function(inst)(inst, &p), STATUS_OK);
  assert_int_equal(p.n_done, 17);
  instance_free(inst);
}

static void test_what_is_refused(void **unused)
{
  (void)unused;
  HandLog log;
  Instance *inst = integrating(&wide, &log);
  PointsFunction *evaluate_points = points_function(inst);
  Points p = some_points(0);
  assert_int_equal(evaluate_points(inst, &p), STATUS_OK);
  assert_int_equal(p.n_needed, 2 * POINT_LANES * N_REAL);
  assert_int_equal(evaluate_points(inst, NULL), STATUS_ERROR);
  p = some_points(3);
  p.n_states = 1;
  assert_int_equal(evaluate_points(inst, &p), STATUS_ERROR);
  assert_non_null(strstr(log.last_error, "sizes or arrays"));
  p = some_points(3);
  p.time = NULL;
  assert_int_equal(evaluate_points(inst, &p), STATUS_ERROR);
  p = some_points(3);
  p.n_directions = 1;
  assert_int_equal(evaluate_points(inst, &p), STATUS_ERROR);
  const ValueReference far[] = {DER_X, 99, Y}, none[] = {X, Z, Y};
  p = some_points(3);
  p.unknown = far;
  assert_int_equal(evaluate_points(inst, &p), STATUS_ERROR);
  p = some_points(3);
  p.known = none;
  assert_int_equal(evaluate_points(inst, &p), STATUS_ERROR);
  assert_non_null(strstr(log.last_error, "is not an input"));
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_directions),
      cmocka_unit_test(test_a_point_that_is_no_number),
      cmocka_unit_test(test_what_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
