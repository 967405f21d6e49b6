/* Dense LU and affine blocks: exact answers, scaling, singular systems. */
#include "test.h"

#include "hand_model.h"

/* A block of up to 6 equations a x = right on real[1..n], full pattern. The
 * numbers are file-level so that the model functions see them. */
enum { MOST = 6 };
static int size;
static double a[MOST][MOST], right[MOST];

static void residual(ModelValues *v, double *r)
{
  for (int i = 0; i < size; i++) {
    r[i] = -right[i];
    for (int j = 0; j < size; j++) {
      r[i] += a[i][j] * v->real[1 + j];
    }
  }
}

static void jacobian(ModelValues *v, double *entry)
{
  (void)v;
  for (int j = 0; j < size; j++) {
    for (int i = 0; i < size; i++) {
      *entry++ = a[i][j];
    }
  }
}

static const int unknown[MOST] = {1, 2, 3, 4, 5, 6};
static const char *const name[MOST] = {"p", "q", "r", "s", "t", "u"};
static const char *const equation[MOST] = {"m.mo:1: one",   "m.mo:2: two",
                                           "m.mo:3: three", "m.mo:4: four",
                                           "m.mo:5: five",  "m.mo:6: six"};

/* What the solver needs of an instance, on the stack. */
static int identity[] = {0, 1, 2, 3, 4, 5};

typedef struct Bench {
  Instance inst;
  double real[1 + MOST];
  double nominal[MOST];
  int start[MOST + 1], row[MOST * MOST];
  HandBlockWork room;
  Block block;
  HandLog log;
} Bench;

static void set_up(Bench *b, int n)
{
  memset(b, 0, sizeof *b);
  size = n;
  for (int j = 0; j <= n; j++) {
    b->start[j] = j * n;
  }
  for (int k = 0; k < n * n; k++) {
    b->row[k] = k % n;
  }
  for (int j = 0; j < n; j++) {
    b->nominal[j] = 1;
  }
  hand_block_work(&b->inst, &b->room);
  b->inst.values.real = b->real;
  b->inst.values.instance = &b->inst;
  b->inst.logger = fmi2_logger(hand_log, &b->log, "hand");
  logging_switch(&b->inst.logger, true, 0, NULL);
  Block block = {.n = n,
                 .n_columns = n,
                 .linear = 1,
                 .unknown = unknown,
                 .nominal = b->nominal,
                 .n_nonzeros = n * n,
                 .column_start = b->start,
                 .row = b->row,
                 .residual = residual,
                 .jacobian = jacobian,
                 .equation = equation,
                 .name = name};
  b->block = block;
}

static int solve(Bench *b)
{
  return block_linear_solve(&b->inst.values, &b->block, &b->room.work);
}

/* Random systems of every size with a solution known beforehand; rows and
 * columns in wild units. */
static void test_random_systems(void **state)
{
  (void)state;
  unsigned seed = 1;
  for (int trial = 0; trial < 600; trial++) {
    Bench b;
    double x[MOST];
    set_up(&b, 1 + trial % MOST);
    for (int j = 0; j < size; j++) {
      b.nominal[j] = pow(10, 8 * next_number(&seed));
      x[j] = b.nominal[j] * (1 + next_number(&seed) / 2);
    }
    for (int i = 0; i < size; i++) {
      double unit = pow(10, 8 * next_number(&seed));
      right[i] = 0;
      for (int j = 0; j < size; j++) {
        a[i][j] = unit * (next_number(&seed) + (i == j ? 3 : 0)) / b.nominal[j];
        right[i] += a[i][j] * x[j];
      }
    }
    assert_int_equal(solve(&b), 0);
    for (int j = 0; j < size; j++) {
      assert_true(fabs(b.real[1 + j] - x[j]) < 1e-11 * b.nominal[j]);
    }
  }
}

/* Needs row exchanges: zeros on the diagonal. */
static void test_permutation(void **state)
{
  (void)state;
  Bench b;
  set_up(&b, 4);
  memset(a, 0, sizeof a);
  for (int i = 0; i < 4; i++) {
    a[i][(i + 1) % 4] = i + 1;
    right[i] = (i + 1) * 10;
  }
  b.real[1] = 1e300; /* what was there before does not matter */
  assert_int_equal(solve(&b), 0);
  for (int j = 0; j < 4; j++) {
    assert_true(b.real[1 + j] == 10);
  }
}

static void test_singular(void **state)
{
  (void)state;
  Bench b;
  set_up(&b, 3);
  /* third row = first + second: cancels to rounding, not to zero */
  double rows[3][3] = {{0.1, 0.2, 0.7}, {0.3, 0.6, 0.1}, {0.4, 0.8, 0.8}};
  for (int i = 0; i < 3; i++) {
    memcpy(a[i], rows[i], sizeof rows[i]);
    right[i] = 1;
  }
  for (int j = 0; j < 3; j++) {
    b.real[1 + j] = 5 + j;
  }
  assert_int_not_equal(solve(&b), 0);
  assert_true(b.real[1] == 5 && b.real[2] == 6 && b.real[3] == 7);
  assert_string_equal(b.log.category, "logSingularLinearSystems");
  assert_non_null(strstr(b.inst.reason, "do not determine"));
  assert_non_null(strstr(b.inst.reason, "m.mo:2: two"));
  assert_non_null(strstr(b.inst.reason, "p = 5, q = 6, r = 7"));
}

static const int dependent_start[] = {0, 2, 5, 7};
static const int dependent_row[] = {0, 2, 0, 1, 2, 1, 2};

static void dependent_jacobian(ModelValues *v, double *entry)
{
  (void)v;
  for (int j = 0, k = 0; j < 3; j++) {
    for (; k < dependent_start[j + 1]; k++) {
      entry[k] = a[dependent_row[k]][j];
    }
  }
}

/* p + q = 1, q + r = 1 and their sum: of all solutions the smallest one. What
 * was in the places of zeros before does not matter. */
static void test_dependent(void **state)
{
  (void)state;
  Bench b;
  set_up(&b, 3);
  double rows[3][3] = {{1, 1, 0}, {0, 1, 1}, {1, 2, 1}};
  for (int i = 0; i < 3; i++) memcpy(a[i], rows[i], sizeof rows[i]);
  right[0] = right[1] = 1;
  right[2] = 2;
  b.block.n_nonzeros = 7;
  b.block.column_start = dependent_start;
  b.block.row = dependent_row;
  b.block.jacobian = dependent_jacobian;
  assert_int_equal(solve(&b), 0);
  assert_true(fabs(b.real[1] - 1.0 / 3) < 1e-14);
  assert_true(fabs(b.real[2] - 2.0 / 3) < 1e-14);
  assert_true(fabs(b.real[3] - 1.0 / 3) < 1e-14);
}

static void test_empty_row_and_column(void **state)
{
  (void)state;
  Bench b;
  set_up(&b, 2);
  memset(a, 0, sizeof a);
  a[0][0] = 1;
  a[1][0] = 1;
  assert_int_not_equal(solve(&b), 0);
  assert_non_null(strstr(b.inst.reason, "do not determine q"));
}

static void test_not_finite(void **state)
{
  (void)state;
  Bench b;
  set_up(&b, 2);
  memset(a, 0, sizeof a);
  a[0][0] = a[1][1] = 1;
  right[0] = NAN;
  b.real[1] = 3;
  assert_int_not_equal(solve(&b), 0);
  assert_true(b.real[1] == 3);
  right[0] = 1;
  a[0][1] = HUGE_VAL;
  assert_int_not_equal(solve(&b), 0);
  assert_non_null(strstr(b.inst.reason, "not a finite"));
}

/* The sign of the determinant, against expansion by the first row. */
static double determinant(int n, const int *columns)
{
  if (n == 0) return 1;
  double sum = 0;
  for (int j = 0; j < n; j++) {
    int rest[MOST], m = 0;
    for (int k = 0; k < n; k++) {
      if (k != j) rest[m++] = columns[k];
    }
    double part = a[size - n][columns[j]] * determinant(n - 1, rest);
    sum += j % 2 ? -part : part;
  }
  return sum;
}

static void test_determinant_sign(void **state)
{
  (void)state;
  unsigned seed = 11;
  for (int round = 0; round < 600; round++) {
    Bench b;
    int column;
    set_up(&b, 1 + round % MOST);
    for (int k = 0; k < size * size; k++) {
      a[k / size][k % size] = next_number(&seed);
    }
    double expected = determinant(size, identity);
    if (fabs(expected) < 1e-6) continue;
    assert_int_equal(
        block_linear_factor(&b.inst.values, &b.block, &b.room.work, &column),
        FACTOR_DONE);
    assert_int_equal(block_linear_determinant_sign(&b.block, &b.room.work),
                     expected > 0 ? 1 : -1);
  }
}

static void set_two(Bench *b)
{
  set_up(b, 2);
  a[0][0] = 2, a[0][1] = 1, a[1][0] = 1, a[1][1] = 3;
  right[0] = 4, right[1] = 7;
  b->block.store = 1;
}

/* While the numbers stay the same the factors are used again: here they are
 * spoilt, to see it. */
static void test_factors_are_kept(void **state)
{
  Bench b;
  (void)state;
  set_two(&b);
  assert_int_equal(solve(&b), 0);
  assert_true(fabs(b.real[1] - 1) < 1e-15 && fabs(b.real[2] - 2) < 1e-15);
  b.room.matrix[1][0] *= 2;
  assert_int_equal(solve(&b), 0);
  assert_true(fabs(b.real[1] - 1) > 0.1);
  a[0][0] = 4;
  right[0] = 6;
  assert_int_equal(solve(&b), 0);
  assert_true(fabs(b.real[1] - 1) < 1e-15 && fabs(b.real[2] - 2) < 1e-15);
  b.block.store = 0; /* nothing is kept here */
  b.room.matrix[0][0] *= 2;
  assert_int_equal(solve(&b), 0);
  assert_true(fabs(b.real[1] - 1) < 1e-15);
}

/* A constant matrix is not even looked at, until parameters may change. */
static void test_constant_matrix(void **state)
{
  Bench b;
  (void)state;
  set_two(&b);
  b.block.constant = 1;
  assert_int_equal(solve(&b), 0);
  a[0][0] = 1e6;
  assert_int_equal(solve(&b), 0);
  assert_true(fabs(b.real[1] - 1) < 1e-15); /* with the old matrix */
  block_linear_forget(&b.room.work);
  assert_int_equal(solve(&b), 0);
  assert_true(fabs(b.real[1]) < 1e-5);
}

/* Sparse elimination gives what dense elimination gives, also where there is
 * no room for its factors. */
static void test_sparse_blocks(void **state)
{
  static const int order[MOST] = {3, 1, 5, 0, 2, 4};
  unsigned seed = 21;
  Bench b;
  (void)state;
  for (int trial = 0; trial < 60; trial++) {
    double x[MOST];
    set_up(&b, MOST);
    for (int k = 0; k < MOST * MOST; k++) {
      a[k / MOST][k % MOST] = next_number(&seed);
    }
    for (int i = 0; i < MOST; i++) right[i] = next_number(&seed);
    assert_int_equal(solve(&b), 0);
    memcpy(x, b.real + 1, sizeof x);
    b.block.order = order;
    b.block.store = trial % 2;
    if (trial % 3 == 2) b.room.store[trial % 2].lu.capacity = 10;
    assert_int_equal(solve(&b), 0);
    for (int j = 0; j < MOST; j++) {
      assert_true(fabs(b.real[1 + j] - x[j]) < 1e-9 * (1 + fabs(x[j])));
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_systems),
      cmocka_unit_test(test_permutation),
      cmocka_unit_test(test_singular),
      cmocka_unit_test(test_dependent),
      cmocka_unit_test(test_empty_row_and_column),
      cmocka_unit_test(test_not_finite),
      cmocka_unit_test(test_determinant_sign),
      cmocka_unit_test(test_factors_are_kept),
      cmocka_unit_test(test_constant_matrix),
      cmocka_unit_test(test_sparse_blocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
