/* KINSOL for one block: hard problems, signs, nothing left behind. */
#include "test.h"

#include "integrators/block_kinsol.h"
#include "hand_model.h"

typedef struct Bench {
  Instance inst;
  double real[3];
  HandBlockWork room;
  HandLog log;
} Bench;

static Bench b;

static void set_up(double p, double q)
{
  memset(&b, 0, sizeof b);
  hand_block_work(&b.inst, &b.room);
  b.real[1] = p;
  b.real[2] = q;
  b.inst.values.real = b.real;
  b.inst.values.instance = &b.inst;
  b.inst.logger = fmi2_logger(hand_log, &b.log, "hand");
}

static Block block_of(HandFunction *residual, HandFunction *jacobian)
{
  Block block = hand_full_block(2, residual, jacobian);
  block.fall_back = block_kinsol;
  return block;
}

/* The valley of Rosenbrock's function as a system. */
static void valley_residual(ModelValues *v, double *r)
{
  double p = v->real[1], q = v->real[2];
  r[0] = 10 * (q - p * p);
  r[1] = 1 - p;
}

static void valley_jacobian(ModelValues *v, double *entry)
{
  entry[0] = -20 * v->real[1];
  entry[1] = -1;
  entry[2] = 10;
  entry[3] = 0;
}

static void test_valley(void **state)
{
  (void)state;
  Block block = block_of(valley_residual, valley_jacobian);
  set_up(-1.2, 1);
  assert_int_equal(block_kinsol(&b.inst.values, &block), 0);
  assert_true(fabs(b.real[1] - 1) < 1e-4 && fabs(b.real[2] - 1) < 1e-4);
}

/* log is not defined below zero: trial points there are refused. */
static void log_residual(ModelValues *v, double *r)
{
  r[0] = log(v->real[1]) - 1;
  r[1] = v->real[1] - v->real[2];
}

static void log_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 1 / v->real[1];
  entry[1] = 1;
  entry[2] = 0;
  entry[3] = -1;
}

static void test_domain(void **state)
{
  (void)state;
  static const double zero[] = {0, 0};
  Block block = block_of(log_residual, log_jacobian);
  block.minimum = zero;
  set_up(40, 40);
  assert_int_equal(block_kinsol(&b.inst.values, &block), 0);
  assert_true(fabs(b.real[1] - exp(1)) < 1e-4);
}

static void none_residual(ModelValues *v, double *r)
{
  r[0] = v->real[1] * v->real[1] + 1;
  r[1] = v->real[2];
}

static void none_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 2 * v->real[1];
  entry[1] = entry[2] = 0;
  entry[3] = 1;
}

static void test_no_solution(void **state)
{
  (void)state;
  Block block = block_of(none_residual, none_jacobian);
  set_up(3, 3);
  assert_int_not_equal(block_kinsol(&b.inst.values, &block), 0);
  assert_int_equal(b.log.n, 0); /* KINSOL says nothing */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_valley),
      cmocka_unit_test(test_domain),
      cmocka_unit_test(test_no_solution),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
