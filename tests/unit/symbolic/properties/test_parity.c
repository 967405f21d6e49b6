/* test_parity.c: which signs may change together, against numbers. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/properties/parity.h"

static RandomWorld world;
static const ParityForm of_var[RANDOM_VARS] = {1, 2, 4, 8};

static int begin(void **state)
{
  random_world_begin(&world, 11);
  *state = &world;
  return 0;
}

static ParityForm form(RandomWorld *w, ExprId e, ParityRules *rules)
{
  return parity_of(w->walk, e, of_var, rules, w->arena);
}

static void test_circle(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId a = random_var(w, 0), b = random_var(w, 1), two = expr_const(t, 2);
  ExprId circle = expr_add(t, expr_pow(t, a, two), expr_mul(t, b, b));
  ParityRules rules = {.n = 0};
  assert_int_equal(form(w, circle, &rules), 0);
  assert_int_equal(rules.n, 0);
  ParityForm choice[PARITY_BITS];
  assert_int_equal(parity_choices(&rules, 2, choice), 2); /* each alone */
}

/* a*b + c, and d = exp(c): a and b together, nothing else. */
static void test_rules(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ParityRules rules = {.n = 0};
  ExprId product = expr_mul(t, random_var(w, 0), random_var(w, 1));
  form(w, expr_add(t, product, random_var(w, 2)), &rules);
  ExprId other = expr_unary(t, EXPR_EXP, random_var(w, 2));
  form(w, expr_sub(t, random_var(w, 3), other), &rules);
  ParityForm choice[PARITY_BITS];
  assert_int_equal(parity_choices(&rules, 4, choice), 1);
  assert_int_equal(choice[0], 3);
}

/* With a choice that keeps to the rules the value changes as the form says. */
static int compare_choices(RandomWorld *w, ExprId e)
{
  ParityRules rules = {.n = 0};
  ParityForm choice[PARITY_BITS], f = form(w, e, &rules);
  int n = parity_choices(&rules, RANDOM_VARS, choice), n_compared = 0;
  double before = random_value_of(w, e, 1.25);
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < RANDOM_VARS; i++) {
      if (choice[k] & of_var[i]) w->value[i] = -w->value[i];
    }
    double after = random_value_of(w, e, 1.25);
    double wanted = parity_is_odd(f, choice[k]) ? -before : before;
    if (isfinite(before) && isfinite(after)) {
      assert_true(fabs(after - wanted) <= 1e-9 * (1 + fabs(wanted)));
      n_compared += f != 0;
    }
    for (int i = 0; i < RANDOM_VARS; i++) {
      if (choice[k] & of_var[i]) w->value[i] = -w->value[i];
    }
  }
  return n_compared;
}

static void test_random(void **state)
{
  RandomWorld *w = *state;
  int n_compared = 0;
  for (int trial = 0; trial < 4000; trial++) {
    ExprId raw = random_raw(w, 1 + random_below(&w->random, 8), true);
    random_new_point(w);
    if (!random_is_ordinary(w, raw, 1.25)) continue;
    n_compared += compare_choices(w, random_simplified(w, raw));
  }
  assert_true(n_compared > 200);
}

int main(void)
{
#define WORLD(test)                                                            \
  cmocka_unit_test_setup_teardown(test, begin, random_world_tear_down)
  const struct CMUnitTest tests[] = {
      WORLD(test_circle),
      WORLD(test_rules),
      WORLD(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
