/* test_simplify.c: each rule once, then: no rule ever changes a value. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/expr_print.h"

typedef struct Small {
  Arena *arena;
  ExprTable *t;
  ExprId x, y, zero, one, two, yes, no, c, d;
} Small;

static int begin(void **state)
{
  static Small m;
  m.arena = arena_create("test");
  ExprTable *t = m.t = expr_table_create(m.arena);
  m.x = expr_var(t, (VarId){0});
  m.y = expr_var(t, (VarId){1});
  m.zero = expr_const(t, 0);
  m.one = m.yes = expr_const(t, 1);
  m.no = m.zero;
  m.two = expr_const(t, 2);
  m.c = expr_relation(t, EXPR_LT, m.x, m.y, -1);
  m.d = expr_relation(t, EXPR_LE, m.y, m.x, -1);
  *state = &m;
  return 0;
}

static int end(void **state)
{
  arena_destroy(((Small *)*state)->arena);
  return 0;
}

static void expect(ExprId got, ExprId wanted)
{
  assert_int_equal(got.i, wanted.i);
}

static void test_constants_are_folded(void **state)
{
  const Small *m = *state;
  ExprTable *t = m->t;
  expect(expr_add(t, m->one, m->one), m->two);
  expect(expr_sub(t, m->one, m->one), m->zero);
  expect(expr_mul(t, m->two, expr_const(t, 3)), expr_const(t, 6));
  expect(expr_div(t, m->one, m->two), expr_const(t, 0.5));
  expect(expr_pow(t, m->two, expr_const(t, 10)), expr_const(t, 1024));
  expect(expr_neg(t, m->two), expr_const(t, -2));
  expect(expr_unary(t, EXPR_COS, m->zero), m->one);
  expect(expr_binary(t, EXPR_MAX, m->one, m->two), m->two);
  expect(expr_binary(t, EXPR_LT, m->one, m->two), m->yes);
  expect(expr_relation(t, EXPR_LE, m->two, m->one, 0), m->no);
}

/* What is not finite is left to run time, where it can be reported. */
static void test_faults_are_not_folded(void **state)
{
  const Small *m = *state;
  ExprTable *t = m->t;
  ExprId e[] = {expr_div(t, m->one, m->zero), expr_div(t, m->zero, m->zero),
                expr_unary(t, EXPR_LOG, m->zero),
                expr_unary(t, EXPR_SQRT, expr_const(t, -1)),
                expr_pow(t, expr_const(t, -8), expr_const(t, 1.0 / 3))};
  for (size_t k = 0; k < sizeof e / sizeof e[0]; k++) {
    assert_false(expr_is_const(t, e[k], NULL));
  }
}

static void test_neutral_elements(void **state)
{
  const Small *m = *state;
  ExprTable *t = m->t;
  expect(expr_add(t, m->x, m->zero), m->x);
  expect(expr_add(t, m->zero, m->x), m->x);
  expect(expr_sub(t, m->x, m->zero), m->x);
  expect(expr_sub(t, m->zero, m->x), expr_neg(t, m->x));
  expect(expr_mul(t, m->x, m->one), m->x);
  expect(expr_mul(t, m->one, m->x), m->x);
  expect(expr_mul(t, m->x, m->zero), m->zero);
  expect(expr_mul(t, m->zero, m->x), m->zero);
  expect(expr_div(t, m->x, m->one), m->x);
  expect(expr_div(t, m->zero, m->x), m->zero);
  expect(expr_pow(t, m->x, m->one), m->x);
  expect(expr_pow(t, m->x, m->zero), m->one);
  expect(expr_pow(t, m->one, m->x), m->one);
  expect(expr_sub(t, m->x, m->x), m->zero);
}

/* Could change the domain: 0/0 is not 1. */
static void test_quotient_of_equals_stays(void **state)
{
  const Small *m = *state;
  ExprId e = expr_div(m->t, m->x, m->x);
  assert_int_equal(expr_node(m->t, e)->op, EXPR_DIV);
}

static void test_signs_move_outward(void **state)
{
  const Small *m = *state;
  ExprTable *t = m->t;
  ExprId minus_x = expr_neg(t, m->x), minus_y = expr_neg(t, m->y);
  expect(expr_neg(t, minus_x), m->x);
  expect(expr_neg(t, expr_sub(t, m->x, m->y)), expr_sub(t, m->y, m->x));
  expect(expr_add(t, m->x, minus_y), expr_sub(t, m->x, m->y));
  expect(expr_add(t, minus_x, m->y), expr_sub(t, m->y, m->x));
  expect(expr_sub(t, m->x, minus_y), expr_add(t, m->x, m->y));
  expect(expr_mul(t, minus_x, minus_y), expr_mul(t, m->x, m->y));
  expect(expr_mul(t, minus_x, m->y), expr_neg(t, expr_mul(t, m->x, m->y)));
  expect(expr_div(t, m->x, minus_y), expr_neg(t, expr_div(t, m->x, m->y)));
  expect(expr_mul(t, expr_const(t, -1), m->x), minus_x);
  expect(expr_div(t, m->x, expr_const(t, -1)), minus_x);
  expect(expr_add(t, m->x, expr_const(t, -2)), expr_sub(t, m->x, m->two));
  expect(expr_sub(t, m->x, expr_const(t, -2)), expr_add(t, m->x, m->two));
}

static void test_logic(void **state)
{
  const Small *m = *state;
  ExprTable *t = m->t;
  expect(expr_binary(t, EXPR_AND, m->c, m->yes), m->c);
  expect(expr_binary(t, EXPR_AND, m->yes, m->c), m->c);
  expect(expr_binary(t, EXPR_AND, m->c, m->no), m->no);
  expect(expr_binary(t, EXPR_AND, m->c, m->c), m->c);
  expect(expr_binary(t, EXPR_OR, m->c, m->no), m->c);
  expect(expr_binary(t, EXPR_OR, m->no, m->c), m->c);
  expect(expr_binary(t, EXPR_OR, m->c, m->yes), m->yes);
  expect(expr_unary(t, EXPR_NOT, expr_unary(t, EXPR_NOT, m->c)), m->c);
  expect(expr_unary(t, EXPR_NOT, m->yes), m->no);
  ExprId both = expr_binary(t, EXPR_AND, m->c, m->d);
  assert_int_equal(expr_node(t, both)->op, EXPR_AND);
}

static void test_if(void **state)
{
  const Small *m = *state;
  ExprTable *t = m->t;
  expect(expr_if(t, m->yes, m->x, m->y), m->x);
  expect(expr_if(t, m->no, m->x, m->y), m->y);
  expect(expr_if(t, m->c, m->x, m->x), m->x);
  assert_int_equal(expr_node(t, expr_if(t, m->c, m->x, m->y))->op, EXPR_IF);
}

static void test_negative_zero_is_zero(void **state)
{
  const Small *m = *state;
  expect(expr_const(m->t, -0.0), m->zero);
  expect(expr_neg(m->t, m->zero), m->zero);
}

static void test_rebuild(void **state)
{
  const Small *m = *state;
  ExprTable *t = m->t;
  ExprId sum = expr_add(t, m->x, m->y);
  ExprId same[3] = {m->x, m->y, NO_EXPR};
  ExprId less[3] = {m->x, m->zero, NO_EXPR};
  expect(expr_rebuild(t, sum, same), sum);
  expect(expr_rebuild(t, sum, less), m->x);
  ExprId choice = expr_if(t, m->c, m->x, m->y);
  ExprId settled[3] = {m->no, m->x, m->y};
  expect(expr_rebuild(t, choice, settled), m->y);
  ExprId sine = expr_unary(t, EXPR_SIN, m->x);
  ExprId at_zero[3] = {m->zero, NO_EXPR, NO_EXPR};
  expect(expr_rebuild(t, sine, at_zero), m->zero);
}

/* --- property: the simplified expression has the value of the raw one --- */

static const char *var_name(const void *context, VarId var)
{
  static const char *const name[RANDOM_VARS] = {"a", "b", "c", "d"};
  (void)context;
  return name[var.i];
}

static void print_pair(const RandomWorld *w, ExprId raw, ExprId simple)
{
  expr_print(w->t, raw, var_name, NULL, stderr);
  fputs("\n  became ", stderr);
  expr_print(w->t, simple, var_name, NULL, stderr);
  fputc('\n', stderr);
}

/* All rules are exact in floating point, so the values are equal, not close. */
static void test_values_never_change(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 20240311);
  int compared = 0, shorter = 0;
  for (int trial = 0; trial < 4000; trial++) {
    ExprId raw = random_raw(&w, 3 + random_below(&w.random, 25), false);
    ExprId simple = random_simplified(&w, raw);
    shorter += !expr_same(raw, simple);
    for (int p = 0; p < 3; p++) {
      random_new_point(&w);
      double time = random_between(&w.random, 0, 3);
      if (!random_is_ordinary(&w, raw, time)) continue;
      double before = random_value_of(&w, raw, time);
      double after = random_value_of(&w, simple, time);
      if (before != after) {
        print_pair(&w, raw, simple);
        fail_msg("%.17g became %.17g", before, after);
      }
      compared++;
    }
  }
  assert_true(compared > 2000 && shorter > 500);
  random_world_end(&w);
}

/* Made once more from its own nodes nothing changes. */
static void test_simplified_is_stable(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 7);
  for (int trial = 0; trial < 1000; trial++) {
    ExprId once = random_simplified(&w, random_raw(&w, 12, false));
    expect(random_simplified(&w, once), once);
  }
  random_world_end(&w);
}

/* x0 + x1 + ... with 200,000 terms: nothing recurs over it. */
static void test_deep_sum(void **state)
{
  const Small *m = *state;
  enum { N = 200000 };
  ExprId sum = m->zero;
  for (int i = 0; i < N; i++) {
    sum = expr_add(m->t, sum, expr_var(m->t, (VarId){i}));
  }
  assert_int_equal(expr_node(m->t, sum)->op, EXPR_ADD);
  ExprId minus = expr_neg(m->t, sum);
  expect(expr_add(m->t, sum, minus), m->zero);
}

int main(void)
{
#define SMALL(test) cmocka_unit_test_setup_teardown(test, begin, end)
  const struct CMUnitTest tests[] = {
      SMALL(test_constants_are_folded),
      SMALL(test_faults_are_not_folded),
      SMALL(test_neutral_elements),
      SMALL(test_quotient_of_equals_stays),
      SMALL(test_signs_move_outward),
      SMALL(test_logic),
      SMALL(test_if),
      SMALL(test_negative_zero_is_zero),
      SMALL(test_rebuild),
      cmocka_unit_test(test_values_never_change),
      cmocka_unit_test(test_simplified_is_stable),
      SMALL(test_deep_sum),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
