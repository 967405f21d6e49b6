/* Constraints without a choice: where they become singular, and where a step
 * has gone past that. */
#include "test.h"

#include "events/refresh_values.h"
#include "fmi/saved_state.h"
#include "hand_model.h"
#include "states/constraint_watch.h"

/* A point on the circle x^2 + y^2 = 1 whose height y is demanded as a state.
 * Its block is the second of three. Points are set by the tests. */
enum { TIME, X, Y, DER_Y, N_REAL };

static void circle_residual(ModelValues *v, double *value)
{
  value[0] = v->real[X] * v->real[X] + v->real[Y] * v->real[Y] - 1;
}

/* Functions that several blocks share find their variables by v->block. */
static void circle_jacobian(ModelValues *v, double *value)
{
  assert_non_null(v->block);
  assert_int_equal(v->block->number, 1);
  value[0] = 2 * v->real[X];
}

static void no_starts(ModelValues *v, const unsigned char *keep)
{
  (void)v, (void)keep;
}

static int circle_tangent(ModelValues *v, Tangent *t)
{
  if (v->real[X] == 0) return 1;
  t->d[X] = -v->real[Y] / v->real[X] * t->d[Y];
  return 0;
}

static Block blocks[3];
static const unsigned char kind[] = {VARIABLE_TIME, VARIABLE_CALCULATED,
                                     VARIABLE_EXACT, VARIABLE_CALCULATED};
static const double start[N_REAL] = {0, 0.6, -0.8, 0};
static const int height[] = {Y}, slope[] = {DER_Y};
static const double nominal[] = {1};

static Model circle = {.contract = FOUCAULT_MODEL_CONTRACT,
                       .n_blocks = 3,
                       .block = blocks,
                       .name = "Circle",
                       .guid = HAND_GUID,
                       .n_real = N_REAL,
                       .real_kind = kind,
                       .real_start = start,
                       .n_states = 1,
                       .state = height,
                       .derivative = slope,
                       .shown_state = height,
                       .shown_derivative = slope,
                       .state_nominal = nominal,
                       .tolerance = 1e-6,
                       .parameters = hand_nothing,
                       .starts = no_starts,
                       .initialize = hand_nothing,
                       .evaluate = hand_nothing,
                       .tangent = circle_tangent,
                       .largest_block = 1,
                       .largest_block_nonzeros = 1};

static int make_blocks(void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    blocks[k] = hand_full_block(1, circle_residual, circle_jacobian);
    blocks[k].number = k;
    blocks[k].store = k + 1;
  }
  blocks[1].is_constraint = 1;
  return 0;
}

static const double tolerance = 1e-9;

/* The point at this angle from the lowest one, moving with speed 1 to the
 * right: the angle is the time too. */
static void place(Instance *inst, double angle)
{
  double *real = inst->values.real;
  real[TIME] = angle;
  real[X] = sin(angle);
  real[Y] = -cos(angle);
  real[DER_Y] = sin(angle);
}

/* As an integrator that takes the wrong solution for x goes on. */
static void place_mirrored(Instance *inst, double angle)
{
  place(inst, angle);
  inst->values.real[X] *= -1;
}

static void begin_watch(Instance *inst)
{
  assert_true(refresh_values(inst));
  constraint_watch_begin(inst);
}

static Instance *begun(HandLog *log, double angle)
{
  Instance *inst = hand_running(&circle, fmi2ModelExchange, log, tolerance, 10);
  place(inst, angle);
  begin_watch(inst);
  return inst;
}

static void assert_refused(Instance *inst, const char *words)
{
  double x = inst->values.real[X];
  assert_false(constraint_watch_accept(inst));
  if (!strstr(inst->reason, words)) fail_msg("reason: %s", inst->reason);
  assert_non_null(strstr(inst->reason, "n.mo:1: first"));
  assert_true(inst->values.real[X] == x);
}

static void test_what_is_watched(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = begun(&log, -1);
  assert_true(constraint_watch_is_used(inst));
  assert_int_equal(constraint_watch_of(inst)->n, 1);
  assert_int_equal(constraint_watch_of(inst)->block[0], 1);
  instance_free(inst);

  Model unwatched = circle;
  unwatched.n_blocks = 1;
  inst = hand_running(&unwatched, fmi2ModelExchange, &log, tolerance, 10);
  assert_false(constraint_watch_is_used(inst));
  place(inst, 0); /* singular, but nobody looks */
  begin_watch(inst);
  assert_true(constraint_watch_accept(inst));
  instance_free(inst);
}

/* x is found from y to sqrt(60 * tolerance) = 2.4e-4. */
static void test_within_the_tolerance(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = begun(&log, -1);
  for (double angle = -0.9; angle < -3e-4; angle *= 0.9) {
    place(inst, angle);
    assert_true(constraint_watch_accept(inst));
    assert_true(inst->values.real[X] == sin(angle));
  }
  place(inst, -2e-4);
  assert_refused(inst, "within their tolerance");
  instance_free(inst);
}

/* Far on either side, but not on the same one. */
static void test_passed(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = begun(&log, -0.05);
  place(inst, 0.04);
  assert_refused(inst, "a step has led over");
  instance_free(inst);
}

/* Wherever the lowest point lies between the ends of a step. */
static void test_turned(void **state)
{
  (void)state;
  HandLog log;
  for (double part = 0.01; part < 1; part += 0.07) {
    Instance *inst = begun(&log, -0.1 * part);
    place_mirrored(inst, 0.1 * (1 - part));
    assert_refused(inst, "a step has turned round");
    instance_free(inst);
  }
}

static void plain_jacobian(ModelValues *v, double *value)
{
  (void)v;
  value[0] = 1;
}

/* All constraints are looked at where everything has moved; the one that is
 * singular there is seen among them. */
static void test_among_others(void **state)
{
  HandLog log;
  for (int k = 0; k < 3; k += 2) {
    blocks[k].jacobian = plain_jacobian;
    blocks[k].is_constraint = 1;
  }
  Instance *inst = begun(&log, -0.05);
  assert_int_equal(constraint_watch_of(inst)->n, 3);
  place(inst, -0.04);
  assert_true(constraint_watch_accept(inst));
  assert_true(inst->values.real[X] == sin(-0.04));
  place_mirrored(inst, 0.04);
  assert_refused(inst, "a step has turned round");
  instance_free(inst);
  make_blocks(state);
}

/* The point turns round before it is at the lowest one: no fault, though it
 * comes as near as a few steps. */
static void test_turned_before(void **state)
{
  (void)state;
  HandLog log;
  for (double nearest = 1e-3; nearest < 0.1; nearest *= 2) {
    double h = sqrt(nearest) / 4; /* angle = -nearest - time^2 / 2 */
    Instance *inst = begun(&log, -1);
    for (int k = -20; k <= 20; k++) {
      double time = k * h, angle = -nearest - time * time / 2;
      place(inst, angle);
      inst->values.real[TIME] = time;
      inst->values.real[DER_Y] = sin(angle) * -time;
      if (k == -20) begin_watch(inst);
      assert_true(constraint_watch_accept(inst));
    }
    instance_free(inst);
  }
}

/* A long step away from a point at rest near the lowest one: where it comes
 * from is known. */
static void test_left(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = begun(&log, -0.01);
  inst->values.real[DER_Y] = 0;
  begin_watch(inst);
  place(inst, -0.3);
  inst->values.real[TIME] = 0.49;
  inst->values.real[DER_Y] *= -1.2;
  assert_true(constraint_watch_accept(inst));
  instance_free(inst);
}

/* After an event any side is as good. */
static void test_jump(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = begun(&log, -0.3);
  place(inst, 0.3);
  begin_watch(inst);
  place(inst, 0.4);
  assert_true(constraint_watch_accept(inst));
  place(inst, -0.4);
  assert_refused(inst, "a step has led over");
  instance_free(inst);
}

/* A saved state knows its side. */
static void test_saved(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = begun(&log, -0.3);
  fmi2FMUstate saved = NULL;
  assert_int_equal(saved_state_get(inst, &saved), fmi2OK);
  place(inst, 0.3);
  begin_watch(inst);
  assert_int_equal(saved_state_set(inst, saved), fmi2OK);
  place(inst, -0.2);
  assert_true(constraint_watch_accept(inst));
  assert_int_equal(saved_state_free(inst, &saved), fmi2OK);
  instance_free(inst);
}

/* Where x = 0 there is no direction; the evaluation tells about that. */
static void test_without_directions(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = begun(&log, 0);
  assert_true(constraint_watch_accept(inst));
  place(inst, 0.3);
  assert_true(constraint_watch_accept(inst));
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_is_watched),
      cmocka_unit_test(test_within_the_tolerance),
      cmocka_unit_test(test_passed),
      cmocka_unit_test(test_turned),
      cmocka_unit_test(test_among_others),
      cmocka_unit_test(test_turned_before),
      cmocka_unit_test(test_left),
      cmocka_unit_test(test_jump),
      cmocka_unit_test(test_saved),
      cmocka_unit_test(test_without_directions),
  };
  return cmocka_run_group_tests(tests, make_blocks, NULL);
}
