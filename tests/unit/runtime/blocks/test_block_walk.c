/* Branches of solutions, followed from a point of each: the unknowns y and z are
 * real[1] and real[2], what moves is the time. */
#include "test.h"

#include "blocks/block_newton.h"
#include "blocks/block_walk.h"
#include "hand_model.h"
#include <math.h>

enum { TIME, Y, Z, N_REAL };

/* F(y, s), its slopes along y and s. */
typedef struct Curve {
  double value, along_y;
} Curve;
typedef Curve CurveFunction(double y, double s);

typedef struct Bench {
  HandLog log;
  Instance *inst;
  int n_evaluations;
} Bench;

static CurveFunction *curve; /* of the test at hand */
static double unit = 1;      /* of both unknowns */
static double bow, small;    /* z = bow*(s - 1/2)^2 + small*y */
static int n_evaluations;

static void residual(ModelValues *v, double *r)
{
  r[0] = curve(v->real[Y] / unit, v->real[TIME]).value;
}

static void jacobian(ModelValues *v, double *entry)
{
  entry[0] = curve(v->real[Y] / unit, v->real[TIME]).along_y / unit;
}

static void pair_residual(ModelValues *v, double *r)
{
  double s = v->real[TIME] - 0.5;
  r[0] = curve(v->real[Y] / unit, v->real[TIME]).value;
  r[1] = v->real[Z] - unit * bow * s * s - small * v->real[Y];
}

static void pair_jacobian(ModelValues *v, double *entry)
{
  entry[0] = curve(v->real[Y] / unit, v->real[TIME]).along_y / unit;
  entry[1] = -small;
  entry[2] = 0;
  entry[3] = 1;
}

static Block one, two;

static int evaluate_one(ModelValues *v)
{
  n_evaluations++;
  return block_solve(v, &one);
}

static int evaluate_two(ModelValues *v)
{
  n_evaluations++;
  return block_solve(v, &two);
}

static double size[2];

static const unsigned char kind[] = {VARIABLE_TIME, VARIABLE_CALCULATED,
                                     VARIABLE_CALCULATED};
static const double zeros[N_REAL];

/* In continuous-time mode, the time being 0. */
static void begin(Bench *b, Model *model, CurveFunction *f, int n)
{
  curve = f;
  n_evaluations = 0;
  one = hand_full_block(1, residual, jacobian);
  two = hand_full_block(2, pair_residual, pair_jacobian);
  one.store = two.store = 1;
  one.nominal = two.nominal = size;
  size[0] = size[1] = unit;
  *model = (Model){.contract = FOUCAULT_MODEL_CONTRACT,
                   .name = "Curve",
                   .guid = HAND_GUID,
                   .n_real = N_REAL,
                   .real_kind = kind,
                   .real_start = zeros,
                   .n_blocks = 1,
                   .block = n == 1 ? &one : &two,
                   .largest_block = 2,
                   .largest_block_nonzeros = 4,
                   .tolerance = 1e-6,
                   .parameters = hand_nothing,
                   .starts = hand_no_starts,
                   .initialize = hand_nothing,
                   .evaluate = n == 1 ? evaluate_one : evaluate_two};
  b->inst = hand_running(model, fmi2CoSimulation, &b->log, 1e-6, 100);
  assert_non_null(b->inst);
}

/* From the point (s, y), where the branch is known, to another time. */
static TrackEnd walk(Bench *b, double s, double y, double to)
{
  Instance *inst = b->inst;
  const Block *block = inst->model->block;
  double *real = inst->values.real;
  const TrackPoint none = {0, 0, 0};
  real[TIME] = s;
  real[Y] = unit * y;
  real[Z] = unit * (bow * (s - 0.5) * (s - 0.5) + small * y);
  inst->stale = 0;
  block_track_forget(inst);
  assert_int_equal(inst->model->evaluate(&inst->values), 0);
  block_track_keep(inst);
  assert_true(block_track_may(inst, block));
  double at_anchor = real[Y];
  real[TIME] = to;
  n_evaluations = 0;
  TrackEnd end =
      block_walk_go(&inst->values, block, block_work_of(inst), &none);
  b->n_evaluations = n_evaluations;
  assert_true(real[TIME] == to && !block_track_is_busy(inst));
  if (end != TRACK_ARRIVED) assert_true(real[Y] == at_anchor);
  return end;
}

static bool is_near(double value, double expected, double off)
{
  return fabs(value - expected) <= off;
}

/* It arrives there, in so many evaluations at most. */
static void check_arrival(Bench *b, double s, double y, double to,
                          double expected, double off, int most)
{
  TrackEnd end = walk(b, s, y, to);
  double found = b->inst->values.real[Y] / unit;
  if (end != TRACK_ARRIVED || !is_near(found, expected, off) ||
      b->n_evaluations > most) {
    print_error("from (%g, %g) to %g: end %d, y = %.17g, not %.17g, by %d "
                "evaluations\n",
                s, y, to, (int)end, found, expected, b->n_evaluations);
    fail();
  }
}

static const TrackState *state_of(const Bench *b)
{
  return block_track_of(b->inst)->state;
}

static void check_meeting(const Bench *b, double time, double off, int n_known)
{
  const TrackMeeting *met = &state_of(b)->met;
  assert_int_equal(met->block, 1);
  assert_int_equal(met->n_known, n_known);
  if (!is_near(met->time, time, off)) {
    print_error("they meet at %.17g, not at %.17g\n", met->time, time);
    fail();
  }
}

/* --- curves ---------------------------------------------------------------- */

static Curve cubic(double y, double s)
{
  return (Curve){y * y * y + y - s, 3 * y * y + 1};
}

static void test_smooth(void **state)
{
  (void)state;
  Bench b;
  Model model;
  begin(&b, &model, cubic, 1);
  check_arrival(&b, 0, 0, 10, 2, 1e-9, 37);
  check_arrival(&b, 10, 2, -10, -2, 1e-9, 63);
  check_arrival(&b, 2, 1, 2.5, 1.1147471097, 1e-9, 6);
  assert_int_equal(state_of(&b)->passed, 0);
  assert_int_equal(state_of(&b)->met.block, 0);
  fmi2FreeInstance(b.inst);
}

/* Parallel lines, a 1/20 pi apart. */
static Curve lines(double y, double s)
{
  return (Curve){sin(20 * (y - s)), 20 * cos(20 * (y - s))};
}

static void test_of_many_lines_one(void **state)
{
  (void)state;
  Bench b;
  Model model;
  begin(&b, &model, lines, 1);
  for (int k = -3; k <= 3; k++) {
    double beside = k * acos(-1) / 20;
    check_arrival(&b, 0, beside, 1, 1 + beside, 1e-9, 9);
    check_arrival(&b, 1, 1 + beside, -1, beside - 1, 1e-9, 11);
  }
  fmi2FreeInstance(b.inst);
}

static double gap; /* y^2 = s^2 + gap */

static Curve hyperbola(double y, double s)
{
  return (Curve){y * y - s * s - gap, 2 * y};
}

/* Two lines through the origin cross; hyperbolas beside them do not, or end. */
static void test_crossing(void **state)
{
  (void)state;
  Bench b;
  Model model;
  begin(&b, &model, hyperbola, 1);
  for (int side = -1; side <= 1; side += 2) {
    gap = 0;
    check_arrival(&b, -1, side, 1, -side, 1e-9, 38);
    assert_int_equal(state_of(&b)->passed, 1);
    check_arrival(&b, -1, side, 0.1, -0.1 * side, 1e-9, 33);
    check_arrival(&b, -1, side, -0.1, 0.1 * side, 1e-9, 8);
    assert_int_equal(state_of(&b)->passed, 0);
    for (gap = 1; gap > 1e-7; gap /= 100) {
      double far = side * sqrt(1 + gap);
      check_arrival(&b, -1, far, 1, far, 1e-9, 70);
      assert_int_equal(state_of(&b)->passed, 0);
      assert_int_equal(state_of(&b)->unclear, 0);
    }
    for (gap = -0.25; gap < -1e-3; gap /= 5) {
      assert_int_equal(walk(&b, -1, side * sqrt(1 + gap), 1), TRACK_ENDED);
      check_meeting(&b, -sqrt(-gap), 1e-6, 0);
    }
  }
  fmi2FreeInstance(b.inst);
}

/* A solution for s < 1 alone. */
static Curve fold(double y, double s)
{
  return (Curve){y * y + s - 1, 2 * y};
}

static void test_fold(void **state)
{
  (void)state;
  Bench b;
  Model model;
  begin(&b, &model, fold, 1);
  for (int side = -1; side <= 1; side += 2) {
    assert_int_equal(walk(&b, 0, side, 4), TRACK_ENDED);
    check_meeting(&b, 1, 1e-6, 0);
    assert_true(b.n_evaluations <= 153);
    assert_int_equal(walk(&b, 0, side, 1.0001), TRACK_ENDED);
    assert_true(b.n_evaluations <= 147); /* looks go no further than the end */
    assert_int_equal(walk(&b, 0, side, 1.01), TRACK_ENDED);
    assert_true(b.n_evaluations <= 156);
    check_arrival(&b, 0, side, 0.9999, 0.01 * side, 1e-9, 48);
    check_arrival(&b, 0, side, -8, 3 * side, 1e-9, 20);
  }
  fmi2FreeInstance(b.inst);
}

/* The slope is infinite at 0, and there is one solution everywhere. */
static Curve root_of_time(double y, double s)
{
  return (Curve){y * y * y - s, 3 * y * y};
}

static void test_infinite_slope(void **state)
{
  (void)state;
  Bench b;
  Model model;
  begin(&b, &model, root_of_time, 1);
  for (int side = -1; side <= 1; side += 2) {
    check_arrival(&b, -side, -side, side, side, 1e-9, 310);
    assert_int_equal(state_of(&b)->passed, 0);
    check_arrival(&b, -side, -side, 8 * side, 2 * side, 1e-9, 320);
  }
  fmi2FreeInstance(b.inst);
}

/* y = s^2 and y = -s^2 touch, and each goes on as it is. */
static Curve touching(double y, double s)
{
  return (Curve){y * y - pow(s, 4), 2 * y};
}

static void test_touching(void **state)
{
  (void)state;
  Bench b;
  Model model;
  begin(&b, &model, touching, 1);
  for (int side = -1; side <= 1; side += 2) {
    check_arrival(&b, -1, side, 1, side, 1e-9, 235);
    check_arrival(&b, 1, side, -2, 4 * side, 1e-9, 190);
    assert_int_equal(state_of(&b)->passed, 0);
  }
  fmi2FreeInstance(b.inst);
}

/* y = 0, and from 0 on y = sqrt(s) and y = -sqrt(s). */
static Curve pitchfork(double y, double s)
{
  return (Curve){y * y * y - s * y, 3 * y * y - s};
}

static void test_pitchfork(void **state)
{
  (void)state;
  Bench b;
  Model model;
  begin(&b, &model, pitchfork, 1);
  check_arrival(&b, -1, 0, 1, 0, 1e-9, 36);
  assert_int_equal(state_of(&b)->passed, 1);
  check_arrival(&b, 1, 0, -1, 0, 1e-9, 36);
  for (int side = -1; side <= 1; side += 2) {
    check_arrival(&b, 1, side, 4, 2 * side, 1e-9, 15);
    check_arrival(&b, 1, side, -1, 0, 1e-9, 145);
  }
  fmi2FreeInstance(b.inst);
}

/* The same, not quite: the middle one and one beside it end. */
static Curve imperfect(double y, double s)
{
  return (Curve){y * y * y - s * y + 1e-5, 3 * y * y - s};
}

static void test_one_solution_beyond(void **state)
{
  (void)state;
  Bench b;
  Model model;
  begin(&b, &model, imperfect, 1);
  double place = 3 * pow(0.5e-5, 2. / 3);
  assert_int_equal(walk(&b, 1, 1.00000000000100e-5, -1), TRACK_UNDECIDED);
  check_meeting(&b, place, 1e-6, 1);
  assert_true(state_of(&b)->met.is_back);
  double beyond = block_track_of(b.inst)->met[0][0];
  assert_true(beyond > -2 * sqrt(place / 3) && beyond < -0.02);
  fmi2FreeInstance(b.inst);
}

static Curve undecided(double y, double s)
{
  return (Curve){y * y - fabs(s), 2 * y};
}

/* Two solutions on both sides of a place where neither has a slope. */
static void test_no_way_is_the_smooth_one(void **state)
{
  (void)state;
  Bench b;
  Model model;
  begin(&b, &model, undecided, 1);
  for (int side = -1; side <= 1; side += 2) {
    check_arrival(&b, -1, side, 1, side, 1e-9, 235);
    check_meeting(&b, 0, 1e-9, 2);
    double *const *met = block_track_of(b.inst)->met;
    assert_true(met[0][0] * met[1][0] < 0);
  }
  fmi2FreeInstance(b.inst);
}

/* To the place itself: whatever is there is as good as the other. */
static void test_arrival_where_branches_meet(void **state)
{
  (void)state;
  Bench b;
  Model model;
  CurveFunction *meeting[] = {hyperbola, touching, pitchfork, fold};
  for (int k = 0; k < 4; k++) {
    gap = 0;
    double end = meeting[k] == fold ? 1 : 0, begin_at = end == 1 ? 0 : 1;
    begin(&b, &model, meeting[k], 1);
    check_arrival(&b, begin_at, 1, end, 0, 2e-3, 250);
    assert_int_equal(state_of(&b)->unclear, 1);
    fmi2FreeInstance(b.inst);
  }
}

/* A corner without a singular Jacobian. */
static Curve corner(double y, double s)
{
  return (Curve){y - fmax(s, 40 * s), 1};
}

static void test_corner(void **state)
{
  (void)state;
  Bench b;
  Model model;
  begin(&b, &model, corner, 1);
  check_arrival(&b, -1, -1, 1, 40, 1e-9, 60);
  check_arrival(&b, 1, 40, -1, -1, 1e-9, 46);
  fmi2FreeInstance(b.inst);
}

/* An unknown beside, which turns where the other one moves on, and small ones. */
static void test_two_unknowns(void **state)
{
  (void)state;
  Bench b;
  Model model;
  begin(&b, &model, hyperbola, 2);
  gap = 0;
  const double bows[] = {0, 1, -3, 20}, smalls[] = {0, 1, 1e-9, -1e3};
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      bow = bows[i];
      small = smalls[j];
      check_arrival(&b, -1, 1, 1, -1, 1e-9, 130);
      double z = bow * 0.25 - small;
      assert_true(is_near(b.inst->values.real[Z], z, 1e-8 * (1 + fabs(z))));
    }
  }
  bow = small = 0;
  fmi2FreeInstance(b.inst);
}

/* What is large and what is small the nominal values say. */
static void test_units(void **state)
{
  (void)state;
  CurveFunction *const any[] = {cubic, hyperbola, touching, pitchfork};
  const double from[] = {-2, -1, -1, -1}, y[] = {-1, 1, 1, 0};
  const double units[] = {1, 0x1p20, 0x1p-20};
  gap = 0;
  for (int k = 0; k < 8; k++) {
    int n_evaluations_of[3];
    double found[3][2];
    for (int u = 0; u < 3; u++) {
      Bench b;
      Model model;
      unit = units[u];
      bow = 3;
      small = 0.5;
      begin(&b, &model, any[k % 4], 1 + k / 4);
      assert_int_equal(walk(&b, from[k % 4], y[k % 4], 1), TRACK_ARRIVED);
      found[u][0] = b.inst->values.real[Y] / unit;
      found[u][1] = b.inst->values.real[Z] / unit;
      n_evaluations_of[u] = b.n_evaluations;
      fmi2FreeInstance(b.inst);
    }
    unit = 1;
    bow = small = 0;
    for (int u = 1; u < 3; u++) {
      assert_int_equal(n_evaluations_of[u], n_evaluations_of[0]);
      assert_true(is_near(found[u][0], found[0][0], 1e-12));
      assert_true(is_near(found[u][1], found[0][1], 1e-12));
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_smooth),
      cmocka_unit_test(test_of_many_lines_one),
      cmocka_unit_test(test_crossing),
      cmocka_unit_test(test_fold),
      cmocka_unit_test(test_infinite_slope),
      cmocka_unit_test(test_touching),
      cmocka_unit_test(test_pitchfork),
      cmocka_unit_test(test_one_solution_beyond),
      cmocka_unit_test(test_no_way_is_the_smooth_one),
      cmocka_unit_test(test_arrival_where_branches_meet),
      cmocka_unit_test(test_corner),
      cmocka_unit_test(test_two_unknowns),
      cmocka_unit_test(test_units),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
