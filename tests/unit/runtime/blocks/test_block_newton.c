/* Newton: known roots, damping, bounds, ill-conditioned and failing systems. */
#include "test.h"

#include "blocks/block_newton.h"
#include "hand_model.h"

typedef struct Bench {
  Instance inst;
  double real[3];
  HandBlockWork room;
  HandLog log;
} Bench;

static void set_up(Bench *b, double p, double q)
{
  memset(b, 0, sizeof *b);
  hand_block_work(&b->inst, &b->room);
  b->real[0] = 0.125;
  b->real[1] = p;
  b->real[2] = q;
  b->inst.values.real = b->real;
  b->inst.values.instance = &b->inst;
  b->inst.logger = fmi2_logger(hand_log, &b->log, "hand");
  logging_switch(&b->inst.logger, true, 0, NULL);
}

static Block block_of(int n, HandFunction *residual, HandFunction *jacobian)
{
  Block block = hand_full_block(n, residual, jacobian);
  block.number = 4;
  return block;
}

static int solve(Bench *b, const Block *block)
{
  return block_newton_solve(&b->inst.values, block, &b->room.work);
}

static void square_residual(ModelValues *v, double *r)
{
  r[0] = v->real[1] * v->real[1] - 2;
}

static void square_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 2 * v->real[1];
}

static void test_square_root(void **state)
{
  (void)state;
  Block block = block_of(1, square_residual, square_jacobian);
  const double guess[] = {1, 1e-6, 1e6, 1.4142135623730951};
  for (int k = 0; k < 4; k++) {
    Bench b;
    set_up(&b, guess[k], 0);
    assert_int_equal(solve(&b, &block), 0);
    assert_true(fabs(b.real[1] - sqrt(2)) < 1e-15);
  }
  Bench b;
  set_up(&b, -0.1, 0); /* the guess chooses the branch */
  assert_int_equal(solve(&b, &block), 0);
  assert_true(fabs(b.real[1] + sqrt(2)) < 1e-15);
}

/* p^2 + 1 = 0: beside the guess there is no solution either. */
static void no_root_residual(ModelValues *v, double *r)
{
  r[0] = v->real[1] * v->real[1] + 1;
}

/* At the start guesses are round numbers: the search begins beside them. */
static void test_singular_at_the_start(void **state)
{
  (void)state;
  Block block = block_of(1, square_residual, square_jacobian);
  Bench b;
  set_up(&b, 0, 0);
  assert_int_equal(solve(&b, &block), 0);
  assert_true(fabs(fabs(b.real[1]) - sqrt(2)) < 1e-15);
}

static void test_singular_at_the_guess(void **state)
{
  (void)state;
  Block block = block_of(1, no_root_residual, square_jacobian);
  Bench b;
  set_up(&b, 0, 0);
  assert_int_not_equal(solve(&b, &block), 0);
  assert_non_null(strstr(b.inst.reason, "do not determine p"));
  assert_non_null(strstr(b.inst.reason, "n.mo:1: first   (residual 1)"));
  assert_non_null(strstr(b.inst.reason, "at time 0.125"));
  assert_string_equal(b.log.category, "logNonlinearSystems");
}

/* Plain Newton diverges from |p| > 1.4: damping is needed. */
static void atan_residual(ModelValues *v, double *r)
{
  r[0] = atan(v->real[1]);
}

static void atan_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 1 / (1 + v->real[1] * v->real[1]);
}

static void test_damping(void **state)
{
  (void)state;
  Block block = block_of(1, atan_residual, atan_jacobian);
  Bench b;
  set_up(&b, 20, 0);
  assert_int_equal(solve(&b, &block), 0);
  assert_true(fabs(b.real[1]) < 1e-15);
}

/* Powell's badly scaled function: root near (1.098e-5, 9.106). */
static void powell_residual(ModelValues *v, double *r)
{
  r[0] = 1e4 * v->real[1] * v->real[2] - 1;
  r[1] = exp(-v->real[1]) + exp(-v->real[2]) - 1.0001;
}

static void powell_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 1e4 * v->real[2];
  entry[1] = -exp(-v->real[1]);
  entry[2] = 1e4 * v->real[1];
  entry[3] = -exp(-v->real[2]);
}

static void test_badly_scaled(void **state)
{
  (void)state;
  Block block = block_of(2, powell_residual, powell_jacobian);
  Bench b;
  double r[2];
  set_up(&b, 0, 1);
  assert_int_equal(solve(&b, &block), 0);
  assert_true(fabs(b.real[1] - 1.098159e-5) < 1e-9);
  assert_true(fabs(b.real[2] - 9.106146) < 1e-5);
  powell_residual(&b.inst.values, r);
  assert_true(fabs(r[0]) < 1e-10 && fabs(r[1]) < 1e-14);
}

/* log(p) = 0 from p = 5: the full step leaves the domain of log. */
static void log_residual(ModelValues *v, double *r)
{
  r[0] = log(v->real[1]);
}

static void log_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 1 / v->real[1];
}

static void test_domain(void **state)
{
  (void)state;
  Block block = block_of(1, log_residual, log_jacobian);
  Bench b;
  set_up(&b, 5, 0);
  assert_int_equal(solve(&b, &block), 0);
  assert_true(fabs(b.real[1] - 1) < 1e-15);
}

/* p^3 - 2p + 2 = 0: from 0 Newton cycles between 0 and 1. */
static void cycle_residual(ModelValues *v, double *r)
{
  double p = v->real[1];
  r[0] = p * p * p - 2 * p + 2;
}

static void cycle_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 3 * v->real[1] * v->real[1] - 2;
}

static void test_bounds_guide(void **state)
{
  (void)state;
  static const double low[] = {-3}, high[] = {-0.9};
  Block block = block_of(1, cycle_residual, cycle_jacobian);
  block.minimum = low;
  block.maximum = high;
  Bench b;
  set_up(&b, -1, 0);
  assert_int_equal(solve(&b, &block), 0);
  assert_true(fabs(b.real[1] + 1.769292354238631) < 1e-14);

  static const double wrong_low[] = {-1.1}; /* excludes the only root */
  block.minimum = wrong_low;
  set_up(&b, -1, 0);
  assert_int_equal(solve(&b, &block), 0);
  assert_true(fabs(b.real[1] + 1.769292354238631) < 1e-14);
}

/* p^2 + 1 = 0 has no root: the guess comes back, the reason says why. */
static void rootless_residual(ModelValues *v, double *r)
{
  r[0] = v->real[1] * v->real[1] + 1;
}

static void test_no_solution(void **state)
{
  (void)state;
  Block block = block_of(1, rootless_residual, square_jacobian);
  Bench b;
  set_up(&b, 3, 0);
  assert_int_not_equal(solve(&b, &block), 0);
  assert_true(b.real[1] == 3);
  assert_non_null(strstr(b.inst.reason, "nonlinear block 4"));
  assert_non_null(strstr(b.inst.reason, "n.mo:1: first"));
}

static void test_not_finite(void **state)
{
  (void)state;
  Block block = block_of(1, log_residual, log_jacobian);
  Bench b;
  set_up(&b, -5, 0);
  assert_int_not_equal(solve(&b, &block), 0);
  assert_true(b.real[1] == -5);
  assert_non_null(strstr(b.inst.reason, "not a finite number"));
}

/* Nearly parallel lines: the residual's rounding keeps corrections above
 * 1e-13; what can be had is accepted. */
static void parallel_residual(ModelValues *v, double *r)
{
  double p = v->real[1], q = v->real[2];
  r[0] = p + q - 2;
  r[1] = p + q * (1 + 1e-7) + 1e-9 * (p * p - 1) - 2 - 1e-7;
}

static void parallel_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 1;
  entry[1] = 1 + 2e-9 * v->real[1];
  entry[2] = 1;
  entry[3] = 1 + 1e-7;
}

static void test_ill_conditioned(void **state)
{
  (void)state;
  Block block = block_of(2, parallel_residual, parallel_jacobian);
  Bench b;
  set_up(&b, 0.3, 0.3);
  assert_int_equal(solve(&b, &block), 0);
  assert_true(fabs(b.real[1] - 1) < 1e-7);
  assert_true(fabs(b.real[2] - 1) < 1e-7);
}

/* q = exp(p), p + q = 3: p is torn, q follows. */
static void curve_residual(ModelValues *v, double *r)
{
  r[0] = v->real[2] - exp(v->real[1]);
  r[1] = v->real[1] + v->real[2] - 3;
}

static void curve_jacobian(ModelValues *v, double *entry)
{
  entry[0] = -exp(v->real[1]);
  entry[1] = entry[2] = entry[3] = 1;
}

static int n_inner_calls;

static void curve_inner(ModelValues *v)
{
  v->real[2] = 3 - v->real[1];
  n_inner_calls++;
}

static void broken_inner(ModelValues *v)
{
  v->real[2] = NAN;
}

/* Torn or not, the solution is the same; a guess of what follows is not
 * needed, and where the inner equations fail all are solved together. */
static void test_torn_block(void **state)
{
  static const int torn[] = {0};
  Bench b;
  (void)state;
  Block block = block_of(2, curve_residual, curve_jacobian);
  set_up(&b, 1, 2);
  assert_int_equal(solve(&b, &block), 0);
  double p = b.real[1], q = b.real[2];
  assert_true(fabs(p + exp(p) - 3) < 1e-14);

  block.n_torn = 1;
  block.torn = torn;
  block.inner = curve_inner;
  set_up(&b, 1, 1e6);
  assert_int_equal(solve(&b, &block), 0);
  assert_true(n_inner_calls > 2);
  assert_true(fabs(b.real[1] - p) < 1e-15 && fabs(b.real[2] - q) < 1e-15);

  block.inner = broken_inner;
  set_up(&b, 1, 2);
  assert_int_equal(solve(&b, &block), 0);
  assert_true(fabs(b.real[1] - p) < 1e-15 && fabs(b.real[2] - q) < 1e-15);
}

/* p^3 - 3 p + 2.1 has one root, near -2.1; near 1 it only comes close. */
static void fold_residual(ModelValues *v, double *r)
{
  double p = v->real[1];
  r[0] = p * p * p - 3 * p + 2.1;
}

static void fold_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 3 * v->real[1] * v->real[1] - 3;
}

/* Beyond a fold the solution is another branch: on either side of it. While
 * integrating that is a failure, so that the step becomes shorter first; and
 * a jump where it has become very short. */
static void test_solution_beyond_a_fold(void **state)
{
  Bench b;
  (void)state;
  Block block = block_of(1, fold_residual, fold_jacobian);
  for (int side = 0; side < 2; side++) {
    set_up(&b, side == 0 ? 1.05 : 0.97, 0);
    assert_int_equal(solve(&b, &block), 0);
    double r;
    fold_residual(&b.inst.values, &r);
    assert_true(fabs(r) < 1e-12 && b.real[1] < -2);
  }
  set_up(&b, 1.05, 0);
  b.inst.mode = MODE_STEP_COMPLETE;
  b.inst.type = CO_SIMULATION;
  b.inst.can_shorten = true;
  b.room.guess_state =
      (GuessState){.n_points = 2, .time = {0.1, 0}, .reach = 0.1};
  int first = 0;
  double kept[2] = {1.05, 1.05};
  signed char sign[2] = {1, 1};
  b.room.guess.n = 1;
  b.room.guess.first = &first;
  b.room.guess.kept[0] = &kept[0];
  b.room.guess.kept[1] = &kept[1];
  b.room.guess.sign = &sign[0];
  b.room.guess.kept_sign = &sign[1];
  block.store = 1;
  assert_int_not_equal(solve(&b, &block), 0);
  assert_true(b.real[1] == 1.05);
  b.real[0] = 0.100001;
  assert_int_equal(solve(&b, &block), 0);
  assert_int_equal(b.room.guess_state.jumped, 1);
}

/* Two cubic equations with a sine and an exponential in them, from guesses
 * that are far away. There is always a solution. */
static double number[11];

static void cubic_residual(ModelValues *v, double *r)
{
  const double *k = number;
  double p = v->real[1], q = v->real[2];
  r[0] = k[0] * p * p * p - k[1] * q + k[4] * sin(k[2] * p + k[3] * q) - k[5];
  r[1] = k[6] * q * q * q + k[7] * p + k[9] * exp(fmin(k[8] * q, 9)) - k[10];
}

static void cubic_jacobian(ModelValues *v, double *entry)
{
  const double *k = number;
  double p = v->real[1], q = v->real[2];
  double slope = k[4] * cos(k[2] * p + k[3] * q);
  entry[0] = 3 * k[0] * p * p + slope * k[2];
  entry[1] = k[7];
  entry[2] = slope * k[3] - k[1];
  entry[3] = 3 * k[6] * q * q;
  if (k[8] * q < 9) entry[3] += k[9] * k[8] * exp(k[8] * q);
}

/* near: as while integrating, where a solution far away does not count. */
static int solve_cubic(double p, double q, bool near, bool by_kinsol)
{
  Bench b;
  Block block = block_of(2, cubic_residual, cubic_jacobian);
  set_up(&b, p, q);
  block.fall_back = by_kinsol ? block_kinsol : NULL;
  if (near) {
    b.inst.mode = MODE_STEP_COMPLETE;
    b.inst.type = CO_SIMULATION;
    b.inst.can_shorten = true;
    b.room.guess_state = (GuessState){.n_points = 2,
                                      .time = {-1, -2},
                                      .reach = 1,
                                      .evaluated = 1,
                                      .evaluated_time = b.real[0]};
  }
  if (solve(&b, &block) != 0) return 0;
  double r[2];
  cubic_residual(&b.inst.values, r);
  double scale = 1 + pow(fabs(b.real[1]), 3) + pow(fabs(b.real[2]), 3) +
                 exp(fmin(number[8] * b.real[2], 9));
  assert_true(fabs(r[0]) < 1e-10 * scale && fabs(r[1]) < 1e-10 * scale);
  return 1;
}

/* Each way to solve a block finds solutions that those before it do not. */
static void test_hard_blocks(void **state)
{
  enum { N = 200 };
  unsigned seed = 3;
  int by_newton = 0, by_kinsol = 0, by_all = 0;
  (void)state;
  for (int trial = 0; trial < N; trial++) {
    for (int i = 0; i < 11; i++) number[i] = 3 * next_number(&seed);
    double p = 10 * next_number(&seed), q = 10 * next_number(&seed);
    by_newton += solve_cubic(p, q, true, false);
    by_kinsol += solve_cubic(p, q, true, true);
    by_all += solve_cubic(p, q, false, true);
  }
  assert_true(by_newton > N / 2);
  assert_true(by_kinsol > by_newton);
  assert_true(by_all > by_kinsol && by_all >= N - 2);
}

/* A point at a distance of real[0] from the origin: no derivative there. */
static void polar_residual(ModelValues *v, double *r)
{
  double p = v->real[1], q = v->real[2];
  r[0] = sqrt(p * p + q * q) - v->real[0];
  r[1] = 4 * p - 3 * q;
}

static void polar_jacobian(ModelValues *v, double *value)
{
  double p = v->real[1], q = v->real[2], length = sqrt(p * p + q * q);
  value[0] = p / length;
  value[1] = 4;
  value[2] = q / length;
  value[3] = -3;
}

static void test_guess_without_derivative(void **state)
{
  (void)state;
  Bench b;
  Block block = block_of(2, polar_residual, polar_jacobian);
  set_up(&b, 0, 0);
  b.real[0] = 0; /* the guess is the solution */
  assert_int_equal(solve(&b, &block), 0);
  assert_true(b.real[1] == 0 && b.real[2] == 0);

  set_up(&b, 0, 0);
  b.real[0] = 5;
  b.inst.mode = MODE_CONTINUOUS; /* it is where the integrator has come to */
  b.room.guess.state->n_points = 1;
  assert_int_not_equal(solve(&b, &block), 0);
  b.inst.mode = MODE_EVENT; /* it was found for other equations */
  assert_int_equal(solve(&b, &block), 0);
  assert_true(fabs(fabs(b.real[1]) - 3) <= 1e-14);
  assert_true(fabs(fabs(b.real[2]) - 4) <= 1e-14);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_torn_block),
      cmocka_unit_test(test_hard_blocks),
      cmocka_unit_test(test_solution_beyond_a_fold),
      cmocka_unit_test(test_square_root),
      cmocka_unit_test(test_singular_at_the_start),
      cmocka_unit_test(test_singular_at_the_guess),
      cmocka_unit_test(test_damping),
      cmocka_unit_test(test_badly_scaled),
      cmocka_unit_test(test_domain),
      cmocka_unit_test(test_bounds_guide),
      cmocka_unit_test(test_no_solution),
      cmocka_unit_test(test_not_finite),
      cmocka_unit_test(test_ill_conditioned),
      cmocka_unit_test(test_guess_without_derivative),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
