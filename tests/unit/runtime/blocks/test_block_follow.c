/* Newton's path: the branch of the start, or none. */
#include "test.h"

#include "blocks/block_follow.h"
#include "hand_model.h"

/* Unknowns p, q in real[1], real[2]; real[0] is given. */
enum { GIVEN, P, Q };

typedef struct Bench {
  Instance inst;
  double real[3];
  HandBlockWork room;
} Bench;

static void set_up(Bench *b, double given, double p, double q)
{
  memset(b, 0, sizeof *b);
  hand_block_work(&b->inst, &b->room);
  b->real[GIVEN] = given;
  b->real[P] = p;
  b->real[Q] = q;
  b->inst.values.real = b->real;
  b->inst.values.instance = &b->inst;
}

static bool follow(Bench *b, HandFunction *residual, HandFunction *jacobian,
                   int sign)
{
  Block block = hand_full_block(2, residual, jacobian);
  return block_follow_path(&b->inst.values, &block, &b->room.work, sign);
}

/* p^2 = given, p q = 1: (p, q) or (-p, -q), with the same determinant. */
static void mirror_residual(ModelValues *v, double *r)
{
  r[0] = v->real[P] * v->real[P] - v->real[GIVEN];
  r[1] = v->real[P] * v->real[Q] - 1;
}

static void mirror_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 2 * v->real[P];
  entry[1] = v->real[Q];
  entry[2] = 0;
  entry[3] = v->real[P];
}

static void test_mirror(void **state)
{
  (void)state;
  const double given[] = {1e-6, 0.01, 0.5, 4, 1e4};
  for (int k = 0; k < 5; k++) {
    for (int side = -1; side <= 1; side += 2) {
      Bench b;
      set_up(&b, given[k], side, side);
      assert_true(follow(&b, mirror_residual, mirror_jacobian, 0));
      double expected = side * sqrt(given[k]);
      assert_true(fabs(b.real[P] - expected) < 1e-5 * fabs(expected) + 1e-9);
      assert_true(b.real[Q] * side > 0);
    }
  }
}

/* Beyond the fold there is nothing to be found. */
static void test_end_of_branch(void **state)
{
  (void)state;
  Bench b;
  set_up(&b, -1e-9, 1e-3, 1e3);
  assert_false(follow(&b, mirror_residual, mirror_jacobian, 0));
  set_up(&b, 4, 1, 1); /* the solution of before was on another branch */
  assert_false(follow(&b, mirror_residual, mirror_jacobian, -1));
}

/* p = the given value + what q adds, q limited: steep, flat, steep. The
 * factors change by 1e3, their sign does not. */
static void kink_residual(ModelValues *v, double *r)
{
  double p = v->real[P];
  r[0] = v->real[Q] + 1e-3 * p - v->real[GIVEN];
  r[1] = v->real[Q] - fmin(1, fmax(-1, p));
}

static void kink_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 1e-3;
  entry[1] = fabs(v->real[P]) < 1 ? -1 : 0;
  entry[2] = entry[3] = 1;
}

static void test_kinks(void **state)
{
  (void)state;
  Bench b;
  set_up(&b, 1.5, -500, -1);
  assert_true(follow(&b, kink_residual, kink_jacobian, 0));
  assert_true(fabs(b.real[P] - 500) < 1e-3);
  set_up(&b, 0.5005, 500, 1);
  assert_true(follow(&b, kink_residual, kink_jacobian, 0));
  assert_true(fabs(b.real[P] - 0.5) < 1e-5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mirror),
      cmocka_unit_test(test_end_of_branch),
      cmocka_unit_test(test_kinks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
