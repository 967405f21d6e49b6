/* Nonlinear blocks that keep their factors from one solution to the next. */
#include "test.h"

#include "blocks/block_chord.h"
#include "blocks/block_newton.h"
#include "hand_model.h"

/* x_i + sin(x_(i+1))/2 + bend x_i^3 = p in a ring: x_i is real[2 + i]. */
enum { MOST = 12, FEW = 6, P = 1, BEND = MOST + 2, N_REAL };

typedef struct Bench {
  Instance inst;
  double real[N_REAL];
  HandBlockWork room;
  HandLog log;
  signed char sign;
  int unknown[MOST], start[MOST + 1], row[MOST * MOST];
  double nominal[MOST];
  const char *name[MOST], *equation[MOST];
  Block block;
} Bench;

static void residual(ModelValues *v, double *r)
{
  const double *x = v->real + 2;
  int n = v->block->n;
  for (int i = 0; i < n; i++) {
    r[i] = x[i] + sin(x[(i + 1) % n]) / 2 + v->real[BEND] * x[i] * x[i] * x[i] -
           v->real[P];
  }
}

static void jacobian(ModelValues *v, double *entry)
{
  const double *x = v->real + 2;
  int n = v->block->n;
  memset(entry, 0, (size_t)(n * n) * sizeof entry[0]);
  for (int i = 0; i < n; i++) {
    int next = (i + 1) % n;
    entry[n * i + i] = 1 + 3 * v->real[BEND] * x[i] * x[i];
    entry[n * next + i] = cos(x[next]) / 2;
  }
}

static void set_up(Bench *b, int n)
{
  memset(b, 0, sizeof *b);
  hand_block_work(&b->inst, &b->room);
  b->room.guess.sign = &b->sign;
  b->inst.values.real = b->real;
  b->inst.values.instance = &b->inst;
  b->inst.logger = fmi2_logger(hand_log, &b->log, "hand");
  b->real[P] = 1;
  for (int j = 0; j < n; j++) {
    b->unknown[j] = 2 + j;
    b->nominal[j] = 1;
    b->name[j] = b->equation[j] = "x";
    b->start[j + 1] = n * (j + 1);
    for (int i = 0; i < n; i++) b->row[n * j + i] = i;
  }
  b->block = (Block){.n = n,
                     .n_columns = n,
                     .store = 1,
                     .unknown = b->unknown,
                     .nominal = b->nominal,
                     .n_nonzeros = n * n,
                     .column_start = b->start,
                     .row = b->row,
                     .residual = residual,
                     .jacobian = jacobian,
                     .equation = b->equation,
                     .name = b->name};
  b->inst.values.block = &b->block;
}

static int solve(Bench *b)
{
  return block_newton_solve(&b->inst.values, &b->block, &b->room.work);
}

/* The solution at p; how often it was factored for it. */
static long solve_at(Bench *b, double p)
{
  long before = b->inst.statistics.blocks_factored;
  double left[MOST];
  b->real[P] = p;
  assert_int_equal(solve(b), 0);
  residual(&b->inst.values, left);
  for (int i = 0; i < b->block.n; i++) {
    assert_true(fabs(left[i]) < 1e-13 * p);
  }
  return b->inst.statistics.blocks_factored - before;
}

static void test_factors_are_kept(void **state)
{
  (void)state;
  static Bench b;
  int n_factored = 0;
  set_up(&b, MOST);
  assert_true(solve_at(&b, 1) > 0);
  for (int k = 1; k <= 20; k++) {
    n_factored += (int)solve_at(&b, 1 + 1e-3 * k);
  }
  assert_int_equal(n_factored, 0);
  /* not for ever */
  assert_int_equal(solve_at(&b, 1.021), 1);
  assert_int_equal(solve_at(&b, 1.022), 0);
}

static void test_other_equations(void **state)
{
  (void)state;
  static Bench b;
  set_up(&b, MOST);
  solve_at(&b, 1);
  b.real[BEND] = 50; /* corrections with the factors of before would grow */
  assert_true(solve_at(&b, 1) >= 1);
  assert_int_equal(solve_at(&b, 1 + 1e-5), 0);
}

/* The values that are left are no farther from the solution than before. */
static void test_growing_corrections_are_taken_back(void **state)
{
  (void)state;
  static Bench b;
  double begin[MOST], left[MOST];
  set_up(&b, MOST);
  solve_at(&b, 1);
  b.real[BEND] = 50;
  memcpy(begin, b.real + 2, sizeof begin);
  residual(&b.inst.values, b.room.work.residual);
  assert_false(block_chord_solve(&b.inst.values, &b.block, &b.room.work, false,
                                 HUGE_VAL, 1e-10));
  assert_memory_equal(b.real + 2, begin, sizeof begin);
  residual(&b.inst.values, left);
  assert_memory_equal(b.room.work.residual, left, sizeof left);
}

/* Nothing may be known about factors from elsewhere before they are tried. */
static void test_corrections_that_only_look_small(void **state)
{
  (void)state;
  static Bench b;
  set_up(&b, MOST);
  b.real[BEND] = 1e27;
  b.real[P] = 1e6;
  assert_int_equal(solve(&b), 0);
  b.real[BEND] = 0;
  solve_at(&b, 1);
}

static void test_few_unknowns(void **state)
{
  (void)state;
  static Bench b;
  set_up(&b, FEW);
  solve_at(&b, 1);
  assert_true(solve_at(&b, 1.001) > 1);
}

static void test_bounds(void **state)
{
  (void)state;
  static Bench b;
  double most[MOST];
  set_up(&b, MOST);
  solve_at(&b, 1);
  for (int j = 0; j < MOST; j++) most[j] = b.real[2 + j] + 5e-4;
  b.block.maximum = most;
  assert_true(solve_at(&b, 1.01) >= 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_factors_are_kept),
      cmocka_unit_test(test_other_equations),
      cmocka_unit_test(test_growing_corrections_are_taken_back),
      cmocka_unit_test(test_corrections_that_only_look_small),
      cmocka_unit_test(test_few_unknowns),
      cmocka_unit_test(test_bounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
