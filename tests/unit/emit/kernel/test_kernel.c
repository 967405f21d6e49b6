/* test_kernel.c: what counts as the same statement. */
#include "test.h"

#include "emit/kernel/kernel.h"
#include "random_expr.h"
#include "reduced_fixture.h"

typedef struct Small {
  Fixture f;
  ExprTable *t;
  ExprId x, y, z, n, b;
  Kernels *kernels;
} Small;

static Small small_begin(void)
{
  Small m = {.f = fixture_begin("Small")};
  m.t = m.f.t;
  m.x = fixture_value(&m.f, fixture_real(&m.f, "x")); /* real[1] */
  m.y = fixture_value(&m.f, fixture_real(&m.f, "y"));
  m.z = fixture_value(&m.f, fixture_real(&m.f, "z"));
  m.n = fixture_value(&m.f, fixture_var(&m.f, "n", VAR_INTEGER));
  m.b = fixture_value(&m.f, fixture_var(&m.f, "b", VAR_BOOLEAN));
  m.kernels = kernels_create(m.f.s->session_arena, m.f.r);
  return m;
}

static int kernel(Small *m, ExprId e)
{
  return kernels_find(m->kernels, &(KernelItem){.root = &e, .n_roots = 1});
}

static ExprId number(Small *m, double value)
{
  return expr_const(m->t, value);
}

static void test_leaves_are_holes(void **state)
{
  (void)state;
  Small m = small_begin();
  ExprTable *t = m.t;
  int sum = kernel(&m, expr_sub(t, m.x, m.y));
  assert_int_equal(kernel(&m, expr_sub(t, m.y, m.z)), sum);
  assert_int_not_equal(kernel(&m, expr_sub(t, m.y, m.n)), sum); /* type */
  assert_int_not_equal(kernel(&m, expr_add(t, m.x, m.y)), sum);
  ExprId a = expr_mul(t, number(&m, 3), m.x),
         b = expr_mul(t, number(&m, 4), m.y);
  assert_int_equal(kernel(&m, a), kernel(&m, b));
  fixture_end(&m.f);
}

/* x*y and x*x are written with the same text but for the indices, yet the
 * temporaries of a larger expression depend on who is the same. */
static void test_identity_counts(void **state)
{
  (void)state;
  Small m = small_begin();
  ExprTable *t = m.t;
  ExprId xy = expr_binary(t, EXPR_ATAN2, m.x, m.y),
         xx = expr_binary(t, EXPR_ATAN2, m.x, m.x);
  assert_int_not_equal(kernel(&m, xy), kernel(&m, xx));
  fixture_end(&m.f);
}

static void test_exponents_count(void **state)
{
  (void)state;
  Small m = small_begin();
  ExprTable *t = m.t;
  int square = kernel(&m, expr_pow(t, m.x, number(&m, 2)));
  assert_int_equal(kernel(&m, expr_pow(t, m.y, number(&m, 2))), square);
  assert_int_not_equal(kernel(&m, expr_pow(t, m.y, number(&m, 3))), square);
  fixture_end(&m.f);
}

static void test_marks_places_roots(void **state)
{
  (void)state;
  Small m = small_begin();
  const int mark[] = {1, 2}, place[] = {7, 8};
  const ExprId root[] = {m.x, m.y};
  KernelItem item = {mark, root, place, 1, 2, 1};
  KernelItem other = item;
  int first = kernels_find(m.kernels, &item);
  other.place = place + 1; /* a hole */
  assert_int_equal(kernels_find(m.kernels, &other), first);
  other.mark = mark + 1;
  assert_int_not_equal(kernels_find(m.kernels, &other), first);
  other = item;
  other.n_roots = 1;
  assert_int_not_equal(kernels_find(m.kernels, &other), first);
  fixture_end(&m.f);
}

static void test_holes(void **state)
{
  (void)state;
  Small m = small_begin();
  ExprTable *t = m.t;
  const int place[] = {7};
  ExprId three = number(&m, 3);
  ExprId lt = expr_relation(t, EXPR_LT, m.x, m.y, 5); /* frozen: a leaf */
  ExprId root = expr_if(t, lt, expr_mul(t, three, m.z), m.y);
  KernelItem item = {
      .root = &root, .place = place, .n_roots = 1, .n_places = 1};
  int n;
  const Hole *hole = kernels_holes(m.kernels, &item, &n);
  assert_int_equal(n, 5); /* place, relation, 3, z, y */
  assert_int_equal(hole[0].index, 7);
  assert_int_equal(hole[kernels_hole_of(m.kernels, lt)].index, 5);
  assert_int_equal(hole[kernels_hole_of(m.kernels, m.z)].index, 3);
  assert_int_equal(hole[kernels_hole_of(m.kernels, m.y)].index, 2);
  assert_true(hole[kernels_hole_of(m.kernels, three)].is_number);
  assert_true(hole[kernels_hole_of(m.kernels, three)].number == 3);
  assert_int_equal(kernels_hole_of(m.kernels, m.x),
                   -1); /* below the relation */
  assert_int_equal(kernels_hole_of(m.kernels, root), -1);
  fixture_end(&m.f);
}

static void test_many_kernels(void **state)
{
  (void)state;
  Small m = small_begin();
  ExprId e = m.x;
  int found[200];
  for (int k = 0; k < 200; k++) {
    e = expr_unary(m.t, k % 2 ? EXPR_SIN : EXPR_EXP, e);
    found[k] = kernel(&m, e);
    assert_int_equal(found[k], k);
  }
  assert_int_equal(kernels_count(m.kernels), 200);
  e = m.y;
  for (int k = 0; k < 200; k++) {
    e = expr_unary(m.t, k % 2 ? EXPR_SIN : EXPR_EXP, e);
    assert_int_equal(kernel(&m, e), found[k]);
  }
  fixture_end(&m.f);
}

static void test_long_ones_have_none(void **state)
{
  (void)state;
  Small m = small_begin();
  ExprId e = m.x;
  for (int k = 0; k < KERNEL_NODES - 1; k++) e = expr_unary(m.t, EXPR_SIN, e);
  assert_true(kernel(&m, e) >= 0);
  assert_int_equal(kernel(&m, expr_unary(m.t, EXPR_SIN, e)), -1);
  fixture_end(&m.f);
}

/* Two tables: in one the second item meets the kernel of the first as the one
 * that is expected, in the other it does not. */
static void test_expected_kernel(void **state)
{
  (void)state;
  Small m = small_begin();
  RandomWorld w = {.t = m.t, .random = {777}};
  Walk *walk = walk_create(m.t, m.f.s->scratch_arena);
  int n_same = 0, n_other = 0;
  for (int k = 0; k < 2000; k++) {
    int size = 1 + random_below(&w.random, 6);
    ExprId a = random_raw(&w, size, true), b = random_renamed(&w, walk, a);
    m.kernels = kernels_create(m.f.s->session_arena, m.f.r);
    bool same = kernel(&m, a) == kernel(&m, b);
    m.kernels = kernels_create(m.f.s->session_arena, m.f.r);
    for (int i = 0; i < 3; i++) kernel(&m, a);
    assert_int_equal(kernel(&m, b) == 0, same);
    n_same += same;
    n_other += !same;
  }
  assert_true(n_same > 50 && n_other > 50);
  fixture_end(&m.f);
}

/* The leaves of the last one, whether it was expected or not. */
static void test_holes_in_turn(void **state)
{
  (void)state;
  Small m = small_begin();
  const int place = 9;
  ExprId sum[] = {expr_sub(m.t, m.x, m.y), expr_sub(m.t, m.z, m.x)};
  ExprId product[] = {expr_mul(m.t, m.x, m.n), expr_mul(m.t, m.y, m.n)};
  for (int k = 0; k < 20; k++) {
    ExprId root = k % 2 ? product[k / 2 % 2] : sum[k / 2 % 2];
    KernelItem item = {
        .root = &root, .place = &place, .n_roots = 1, .n_places = 1};
    int n;
    const Hole *hole = kernels_holes(m.kernels, &item, &n);
    const ExprNode *node = expr_node(m.t, root);
    assert_int_equal(n, 3);
    assert_int_equal(hole[0].index, 9);
    for (int a = 0; a < 2; a++) {
      int at = kernels_hole_of(m.kernels, node->arg[a]);
      int var = expr_node(m.t, node->arg[a])->var.i;
      assert_true(at > 0);
      assert_int_equal(hole[at].index, m.f.r->slot[var]);
    }
    assert_int_equal(kernels_hole_of(m.kernels, root), -1);
  }
  assert_int_equal(kernels_count(m.kernels), 2);
  fixture_end(&m.f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_leaves_are_holes),
      cmocka_unit_test(test_identity_counts),
      cmocka_unit_test(test_exponents_count),
      cmocka_unit_test(test_marks_places_roots),
      cmocka_unit_test(test_holes),
      cmocka_unit_test(test_many_kernels),
      cmocka_unit_test(test_expected_kernel),
      cmocka_unit_test(test_holes_in_turn),
      cmocka_unit_test(test_long_ones_have_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
