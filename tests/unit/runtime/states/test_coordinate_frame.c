/* Frames on a sphere: x' lies along it, u = B^T x' are two states. */
#include "events/refresh_values.h"
#include "test.h"

#include "core/thresholds.h"
#include "evaluate/evaluate.h"
#include "hand_model.h"
#include "states/coordinate_frame.h"
#include "states/orthogonal.h"

/* x is an input, x x' = 0 and B^T x' = u give x', x'' stands still. */
enum {
  BALL_TIME,
  BALL_X,
  BALL_V = BALL_X + 3,
  BALL_A = BALL_V + 3,
  BALL_U = BALL_A + 3,
  BALL_DER_U = BALL_U + 2,
  BALL_B = BALL_DER_U + 2, /* by columns */
  BALL_N_REAL = BALL_B + 6
};

static void cross(const double *a, const double *b, double *c)
{
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    c[k] = a[i] * b[j] - a[j] * b[i];
  }
}

/* The rows x, b1, b2 times w give 0, u1, u2: Cramer's rule. */
static int solve(const double *real, const double *u, double *w)
{
  double n1[3], n2[3];
  const double *x = real + BALL_X, *b = real + BALL_B;
  cross(b + 3, x, n1);
  cross(x, b, n2);
  double determinant = orthogonal_dot(b, n1, 3);
  if (determinant == 0) return 1;
  for (int k = 0; k < 3; k++)
    w[k] = (u[0] * n1[k] + u[1] * n2[k]) / determinant;
  return 0;
}

static int ball_evaluate(ModelValues *v)
{
  return solve(v->real, v->real + BALL_U, v->real + BALL_V);
}

static int ball_tangent(ModelValues *v, Tangent *t)
{
  return solve(v->real, t->d + BALL_U, t->d + BALL_V);
}

static int ball_nothing(ModelValues *v)
{
  (void)v;
  return 0;
}

static void ball_starts(ModelValues *v, const unsigned char *keep)
{
  (void)v;
  (void)keep;
}

static const int tied[] = {BALL_V, BALL_V + 1, BALL_V + 2,
                           BALL_A, BALL_A + 1, BALL_A + 2};
static const int along[] = {BALL_U, BALL_U + 1, BALL_DER_U, BALL_DER_U + 1};
static const int entry[] = {BALL_B,     BALL_B + 1, BALL_B + 2,
                            BALL_B + 3, BALL_B + 4, BALL_B + 5};
static const double nominal[] = {1, 1, 10};
static const CoordinateFrame frame = {3, 2, 1, tied, along, entry, nominal};

static const int state_reference[] = {BALL_U, BALL_U + 1};
static const int derivative_reference[] = {BALL_DER_U, BALL_DER_U + 1};
static const double state_nominal[] = {1, 1};
static const unsigned char kind[BALL_N_REAL] = {
    VARIABLE_TIME,       VARIABLE_INPUT,      VARIABLE_INPUT,
    VARIABLE_INPUT,      VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_EXACT,      VARIABLE_EXACT};
static const double
    start[BALL_N_REAL] = {[BALL_X] = 0.6,     [BALL_X + 2] = -0.8,
                          [BALL_A + 1] = 2,   [BALL_U] = 0.3,
                          [BALL_U + 1] = 0.7, [BALL_B] = 0.9,
                          [BALL_B + 1] = 0.2, [BALL_B + 3] = -0.1,
                          [BALL_B + 4] = 1.1};

static const Model ball = {.contract = FOUCAULT_MODEL_CONTRACT,
                           .name = "Ball",
                           .guid = HAND_GUID,
                           .n_real = BALL_N_REAL,
                           .real_kind = kind,
                           .real_start = start,
                           .n_states = 2,
                           .state = state_reference,
                           .derivative = derivative_reference,
                           .state_nominal = state_nominal,
                           .shown_state = state_reference,
                           .shown_derivative = derivative_reference,
                           .n_coordinate_frames = 1,
                           .coordinate_frame = &frame,
                           .tolerance = 1e-6,
                           .parameters = ball_nothing,
                           .starts = ball_starts,
                           .initialize = ball_evaluate,
                           .evaluate = ball_evaluate,
                           .tangent = ball_tangent};

static Instance *running(HandLog *log)
{
  Instance *inst = hand_running(&ball, fmi2ModelExchange, log, 1e-6, 1);
  assert_true(refresh_values(inst));
  return inst;
}

/* x', and B^T x', B^T x'' for the present frame. */
static void assert_consistent(const double *real, const double *velocity)
{
  for (int c = 0; c < 3; c++) {
    assert_true(fabs(real[BALL_V + c] - velocity[c]) < 1e-14);
  }
  for (int i = 0; i < 2; i++) {
    const double *b = real + BALL_B + 3 * i;
    double u = orthogonal_dot(b, real + BALL_V, 3);
    double der_u = orthogonal_dot(b, real + BALL_A, 3);
    assert_true(fabs(real[BALL_U + i] - u) < 1e-14);
    assert_true(fabs(real[BALL_DER_U + i] - der_u) < 1e-14);
  }
}

/* B spans the tangents, orthonormal in units of nominal values; x' is what
 * the numbers of the start say. */
static void test_first_frame(void **state)
{
  (void)state;
  HandLog log;
  double length, velocity[3], q[6];
  assert_int_equal(solve(start, start + BALL_U, velocity), 0);
  Instance *inst = running(&log);
  const double *real = inst->values.real;
  assert_consistent(real, velocity);
  for (int i = 0; i < 6; i++) q[i] = real[BALL_B + i] * nominal[i % 3];
  assert_true(fabs(orthogonal_dot(q, q, 3) - 1) < 1e-14);
  assert_true(fabs(orthogonal_dot(q + 3, q + 3, 3) - 1) < 1e-14);
  assert_true(fabs(orthogonal_dot(q, q + 3, 3)) < 1e-14);
  for (int i = 0; i < 2; i++) { /* 10 q3 is the third component */
    const double *v = q + 3 * i;
    assert_true(fabs(0.6 * v[0] - 0.8 * 10 * v[2]) < 1e-13);
  }
  assert_true(coordinate_frame_measure(inst, &length));
  assert_true(fabs(length - 1) < 1e-14);
  instance_free(inst);
}

/* The sphere turns: directions grow, x' stays when the frame is renewed. */
static void test_renewal(void **state)
{
  (void)state;
  HandLog log;
  double length, velocity[3];
  Instance *inst = running(&log);
  double *real = inst->values.real;
  real[BALL_X] = 1;
  real[BALL_X + 2] = 0.004;
  assert_true(evaluate_model(inst));
  assert_true(coordinate_frame_measure(inst, &length));
  assert_true(length > COORDINATE_FRAME_RENEW);
  memcpy(velocity, real + BALL_V, sizeof velocity);
  assert_true(coordinate_frame_renew(inst));
  assert_consistent(real, velocity);
  assert_true(evaluate_model(inst));
  assert_consistent(real, velocity);
  assert_true(coordinate_frame_measure(inst, &length));
  assert_true(fabs(length - 1) < 1e-13);
  instance_free(inst);
}

/* No frame at all: no tangent exists. */
static void test_no_tangent(void **state)
{
  (void)state;
  HandLog log;
  double length;
  Instance *inst = running(&log);
  memset(inst->values.real + BALL_B, 0, 3 * sizeof(double));
  assert_false(coordinate_frame_measure(inst, &length));
  assert_false(coordinate_frame_renew(inst));
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_first_frame),
                                     cmocka_unit_test(test_renewal),
                                     cmocka_unit_test(test_no_tangent)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
