/* test_differentiate.c: derivatives by hand, then against differences. */
#include "test.h"

#include "math_functions.h"
#include "random_expr.h"
#include "symbolic/differentiate.h"

/* Variables 0 and 1 have the derivatives 2 and 3; 7 is a parameter, 8 an
 * input. */
static ExprId der_of(void *context, VarId var)
{
  ExprTable *t = context;
  if (var.i == 7) return expr_const(t, 0);
  if (var.i == 8) return NO_EXPR;
  return expr_var(t, (VarId){var.i + 2});
}

static bool want_all(const void *context, VarId var)
{
  (void)context;
  (void)var;
  return true;
}

static bool want_x(const void *context, VarId var)
{
  (void)context;
  return var.i == 0;
}

static RandomWorld world;

static int begin(void **state)
{
  random_world_begin(&world, 4711);
  *state = &world;
  return 0;
}

static ExprId in_time(RandomWorld *w, ExprId e)
{
  return differentiate_time(w->walk, e, der_of, w->t);
}

/* d e / d var, or zero where there is no entry. */
static ExprId partial(RandomWorld *w, ExprId e, int i)
{
  Gradient g = {0};
  differentiate_gradient(w->walk, e, want_all, NULL, &g);
  for (int k = 0; k < g.n_entries; k++) {
    if (g.entry[k].var.i == i) return g.entry[k].value;
  }
  return expr_const(w->t, 0);
}

static void expect(ExprId got, ExprId wanted)
{
  assert_int_equal(got.i, wanted.i);
}

/* --- by hand --- */

static void test_time_derivative_of_products(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = random_var(w, 0), y = random_var(w, 1), dx = random_var(w, 2),
         dy = random_var(w, 3);
  expect(in_time(w, x), dx);
  expect(in_time(w, expr_mul(t, x, y)),
         expr_add(t, expr_mul(t, y, dx), expr_mul(t, x, dy)));
  ExprId two = expr_const(t, 2);
  expect(in_time(w, expr_pow(t, x, two)), expr_mul(t, expr_mul(t, two, x), dx));
}

static void test_time_itself(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId time = expr_time(t);
  expect(in_time(w, time), expr_const(t, 1));
  expect(in_time(w, expr_unary(t, EXPR_SIN, time)),
         expr_unary(t, EXPR_COS, time));
}

static void test_parameters_are_constant(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId p = random_var(w, 7), x = random_var(w, 0), dx = random_var(w, 2);
  assert_true(expr_is_zero(t, in_time(w, expr_unary(t, EXPR_SIN, p))));
  expect(in_time(w, expr_mul(t, p, x)), expr_mul(t, p, dx));
  /* x^p: no logarithm of x, which may be negative */
  ExprId d = in_time(w, expr_pow(t, x, p));
  walk_from(w->walk, d, false);
  for (int k = 0; k < w->walk->n_nodes; k++) {
    assert_int_not_equal(expr_node(t, w->walk->node[k])->op, EXPR_LOG);
  }
}

static void test_inputs_have_no_derivative(void **state)
{
  RandomWorld *w = *state;
  ExprId e = expr_add(w->t, random_var(w, 0), random_var(w, 8));
  assert_int_equal(in_time(w, e).i, -1);
  assert_int_equal(in_time(w, e).i, -1);
  size_t used = arena_used(w->scratch);
  in_time(w, e);
  assert_int_equal(arena_used(w->scratch), used);
}

/* Inside an event relation an input does no harm: its value is frozen. */
static void test_frozen_conditions(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId c = expr_relation(t, EXPR_LT, random_var(w, 8), expr_const(t, 1), 0);
  ExprId e = expr_if(t, c, random_var(w, 0), random_var(w, 1));
  expect(in_time(w, e), expr_if(t, c, random_var(w, 2), random_var(w, 3)));
}

/* Nor does it inside sign(), or in a condition without events: nobody is
 * asked for the derivative of what has no part in the result. */
static void test_only_what_counts_is_asked(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId u = random_var(w, 8), x = random_var(w, 0), y = random_var(w, 1);
  ExprId c = expr_relation(t, EXPR_LT, u, expr_const(t, 1), -1);
  expect(in_time(w, expr_if(t, c, x, y)),
         expr_if(t, c, random_var(w, 2), random_var(w, 3)));
  expect(in_time(w, expr_add(t, expr_unary(t, EXPR_SIGN, u), x)),
         random_var(w, 2));
  /* but u is asked for where it counts too */
  assert_int_equal(in_time(w, expr_if(t, c, x, u)).i, -1);
}

static void test_steps_have_derivative_zero(void **state)
{
  RandomWorld *w = *state;
  static const ExprOp step[] = {EXPR_SIGN, EXPR_FLOOR, EXPR_CEIL};
  for (int k = 0; k < 3; k++) {
    ExprId e = expr_unary(w->t, step[k], random_var(w, 0));
    assert_true(expr_is_zero(w->t, in_time(w, e)));
    assert_true(expr_is_zero(w->t, partial(w, e, 0)));
  }
}

static void test_gradient_entries(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = random_var(w, 0), y = random_var(w, 1), z = random_var(w, 2);
  ExprId e = expr_add(t, expr_mul(t, z, y), expr_mul(t, x, y));
  Gradient g = {0};
  differentiate_gradient(w->walk, e, want_all, NULL, &g);
  assert_int_equal(g.n_entries, 3);
  assert_int_equal(g.entry[0].var.i, 2); /* as they occur: z, y, x */
  assert_int_equal(g.entry[1].var.i, 1);
  assert_int_equal(g.entry[2].var.i, 0);
  expect(g.entry[0].value, y);
  expect(g.entry[2].value, y);
  differentiate_gradient(w->walk, e, want_x, NULL, &g);
  assert_int_equal(g.n_entries, 1);
  expect(g.entry[0].value, y);
}

/* x - x through other nodes: the entry is zero and left out. */
static void test_no_zero_entries(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = random_var(w, 0), y = random_var(w, 1);
  ExprId e = expr_sub(t, expr_add(t, x, y), x);
  Gradient g = {0};
  differentiate_gradient(w->walk, e, want_all, NULL, &g);
  assert_int_equal(g.n_entries, 1);
  assert_int_equal(g.entry[0].var.i, 1);
}

static void test_hides(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = random_var(w, 0), y = random_var(w, 1), one = expr_const(t, 1);
  ExprId silent = expr_relation(t, EXPR_LT, x, one, -1);
  ExprId event = expr_relation(t, EXPR_LT, x, one, 0);
  Walk *walk = w->walk;
  assert_true(
      differentiate_hides(walk, expr_unary(t, EXPR_SIGN, x), want_x, NULL));
  assert_true(
      differentiate_hides(walk, expr_if(t, silent, y, one), want_x, NULL));
  assert_false(
      differentiate_hides(walk, expr_if(t, event, y, one), want_x, NULL));
  assert_false(
      differentiate_hides(walk, expr_unary(t, EXPR_SIGN, y), want_x, NULL));
  assert_false(differentiate_hides(walk, expr_mul(t, x, y), want_x, NULL));
}

/* --- against differences --- */

static double value_at(RandomWorld *w, ExprId e, int i, double x)
{
  double kept = w->value[i];
  w->value[i] = x;
  double value = random_value_of(w, e, 0);
  w->value[i] = kept;
  return value;
}

/* Error of order h^4; *error is what another h says about it. */
static double difference(RandomWorld *w, ExprId e, int i, double *error)
{
  double x = w->value[i], d[2];
  for (int k = 0; k < 2; k++) {
    double h = k == 0 ? 1e-3 : 5e-4;
    double near = value_at(w, e, i, x + h) - value_at(w, e, i, x - h);
    double far = value_at(w, e, i, x + 2 * h) - value_at(w, e, i, x - 2 * h);
    d[k] = (8 * near - far) / (12 * h);
  }
  *error = fabs(d[0] - d[1]);
  return d[1];
}

/* The derivatives of a function of one number, at points of its domain that
 * are far from jumps. */
static void compare_function(RandomWorld *w, const MathFunction *f)
{
  static const double part[] = {0.11, 0.23, 0.36, 0.57, 0.78, 0.89};
  ExprId e = expr_unary(w->t, f->op, random_var(w, 0));
  ExprId d = partial(w, e, 0);
  for (size_t k = 0; k < sizeof part / sizeof part[0]; k++) {
    double error;
    w->value[0] = math_function_point(f, part[k]);
    double wanted = difference(w, e, 0, &error);
    double got = random_value_of(w, d, 0);
    if (!(fabs(got - wanted) <= 1e-8 * (1 + fabs(wanted)))) {
      fail_msg("d %s at %g is %.12g, not %.12g", f->name, w->value[0], got,
               wanted);
    }
  }
}

static void compare_operator_of_two(RandomWorld *w, ExprOp op)
{
  ExprId e = expr_binary(w->t, op, random_var(w, 0), random_var(w, 1));
  for (int i = 0; i < 2; i++) {
    ExprId d = partial(w, e, i);
    for (double x = 0.3; x < 3; x += 0.9) {
      double error;
      w->value[0] = x;
      w->value[1] = 2 / x;
      double wanted = difference(w, e, i, &error);
      double got = random_value_of(w, d, 0);
      if (!(fabs(got - wanted) <= 1e-8 * (1 + fabs(wanted)))) {
        fail_msg("d %s / d arg %d is %.12g, not %.12g", expr_op_name(op), i,
                 got, wanted);
      }
    }
  }
}

static void test_each_function(void **state)
{
  for (int k = 0; k < N_MATH_FUNCTIONS; k++) {
    if (math_functions[k].n_args == 1) {
      compare_function(*state, &math_functions[k]);
    } else {
      compare_operator_of_two(*state, math_functions[k].op);
    }
  }
}

static void test_each_arithmetic_operator(void **state)
{
  RandomWorld *w = *state;
  static const ExprOp op[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_DIV, EXPR_POW};
  static const MathFunction negative = {EXPR_NEG, "-", 1, -1, 1};
  compare_function(w, &negative);
  for (size_t k = 0; k < sizeof op / sizeof op[0]; k++) {
    compare_operator_of_two(w, op[k]);
  }
}

/* True: compared; points where differences are not good are left out. */
static bool compare(double got, double wanted, double error, const char *what)
{
  double scale = 1 + fabs(wanted);
  if (!isfinite(got) || !(error <= 1e-7 * scale) || !(scale < 1e6)) {
    return false;
  }
  if (fabs(got - wanted) > 1e-5 * scale) {
    fail_msg("%s: %.12g, differences say %.12g", what, got, wanted);
  }
  return true;
}

/* Large values have no digits left for their differences. */
static bool has_differences(RandomWorld *w, ExprId e, double time)
{
  return random_is_ordinary(w, e, time) &&
         fabs(random_value_of(w, e, time)) < 1e6;
}

static void test_random_gradients(void **state)
{
  RandomWorld *w = *state;
  Gradient g = {0};
  int compared = 0;
  for (int trial = 0; trial < 4000; trial++) {
    ExprId e = random_raw(w, 2 + random_below(&w->random, 14), true);
    random_new_point(w);
    if (!has_differences(w, e, 0)) continue;
    ExprId d[RANDOM_VARS];
    for (int i = 0; i < RANDOM_VARS; i++) d[i] = expr_const(w->t, 0);
    differentiate_gradient(w->walk, e, want_all, NULL, &g);
    for (int k = 0; k < g.n_entries; k++) {
      d[g.entry[k].var.i] = g.entry[k].value;
    }
    for (int i = 0; i < RANDOM_VARS; i++) {
      double error;
      double wanted = difference(w, e, i, &error);
      double got = random_value_of(w, d[i], 0);
      compared += compare(got, wanted, error, "gradient") && wanted != 0;
    }
  }
  assert_true(compared > 800);
}

/* Along x_i(t) = p_i + t q_i: the values of x' are q, chosen at random. */
static ExprId rate_of(void *context, VarId var)
{
  RandomWorld *w = context;
  return expr_const(w->t, 0.25 * (var.i + 1) * (var.i % 2 ? -1 : 1));
}

static double value_along(RandomWorld *w, ExprId e, double t)
{
  double kept[RANDOM_VARS];
  for (int i = 0; i < RANDOM_VARS; i++) {
    kept[i] = w->value[i];
    w->value[i] += t * 0.25 * (i + 1) * (i % 2 ? -1 : 1);
  }
  double value = random_value_of(w, e, 0.4 + t);
  for (int i = 0; i < RANDOM_VARS; i++) w->value[i] = kept[i];
  return value;
}

static void test_random_time_derivatives(void **state)
{
  RandomWorld *w = *state;
  int compared = 0;
  for (int trial = 0; trial < 3000; trial++) {
    ExprId e = random_raw(w, 2 + random_below(&w->random, 14), true);
    random_new_point(w);
    if (!has_differences(w, e, 0.4)) continue;
    double d[2];
    for (int k = 0; k < 2; k++) {
      double h = k == 0 ? 1e-3 : 5e-4;
      double near = value_along(w, e, h) - value_along(w, e, -h);
      double far = value_along(w, e, 2 * h) - value_along(w, e, -2 * h);
      d[k] = (8 * near - far) / (12 * h);
    }
    ExprId de = differentiate_time(w->walk, e, rate_of, w);
    double got = random_value_of(w, de, 0.4);
    compared += compare(got, d[1], fabs(d[0] - d[1]), "in time") && d[1] != 0;
  }
  assert_true(compared > 800);
}

/* --- size --- */

/* The gradient of 200,000 terms, and its time derivative: linear. */
static void test_deep_sum(void **state)
{
  RandomWorld *w = *state;
  enum { N = 200000 };
  ExprId e = expr_const(w->t, 0);
  for (int i = 0; i < N; i++) {
    ExprId x = expr_var(w->t, (VarId){10 + 4 * i});
    e = expr_add(w->t, e, expr_mul(w->t, x, x));
  }
  int before = expr_count(w->t);
  assert_int_equal(expr_node(w->t, in_time(w, e))->op, EXPR_ADD);
  Gradient g = {0};
  differentiate_gradient(w->walk, e, want_all, NULL, &g);
  assert_int_equal(g.n_entries, N);
  expect(g.entry[0].value, expr_add(w->t, expr_var(w->t, (VarId){10}),
                                    expr_var(w->t, (VarId){10})));
  assert_true(expr_count(w->t) - before < 6 * N);
}

/* Nested 20,000 deep: each node gets one adjoint. */
static void test_deep_composition(void **state)
{
  RandomWorld *w = *state;
  enum { N = 20000 };
  ExprId e = random_var(w, 0);
  for (int i = 0; i < N; i++) e = expr_unary(w->t, EXPR_SIN, e);
  int before = expr_count(w->t);
  w->value[0] = 0;
  assert_true(random_value_of(w, partial(w, e, 0), 0) == 1);
  assert_true(expr_count(w->t) - before < 3 * N);
}

/* Where a branch is not taken its functions may be undefined, and so may be
 * their derivatives: they must not reach the gradient as 0 * nan. */
static void test_branches_not_taken(void **state)
{
  RandomWorld *w = *state;
  ExprId zero = expr_const(w->t, 0), one = expr_const(w->t, 1);
  ExprId below = expr_relation(w->t, EXPR_LT, random_var(w, 0), zero, -1);
  ExprId small = expr_relation(w->t, EXPR_LT, random_var(w, 0), one, -1);
  ExprId minus = expr_neg(w->t, random_var(w, 0));
  ExprId root = expr_unary(w->t, EXPR_SQRT, minus);
  ExprId undefined =
      expr_add(w->t, expr_mul(w->t, root, expr_unary(w->t, EXPR_LOG, minus)),
               expr_pow(w->t, minus, expr_const(w->t, 0.4)));
  ExprId inner = expr_if(w->t, below, undefined, root);
  ExprId e = expr_add(
      w->t,
      expr_if(w->t, small, inner,
              expr_mul(w->t, random_var(w, 0), random_var(w, 0))),
      expr_mul(w->t, random_var(w, 0), expr_if(w->t, below, undefined, one)));
  w->value[0] = 3;
  assert_true(random_value_of(w, partial(w, e, 0), 0) == 7);
  w->value[0] = -1;
  assert_true(isfinite(random_value_of(w, partial(w, e, 0), 0)));
}

/* The same where the root is taken in no branch but an outer and an inner one
 * have it: at zero its slope is infinite. */
static void test_inner_branch_not_taken(void **state)
{
  RandomWorld *w = *state;
  ExprId zero = expr_const(w->t, 0), one = expr_const(w->t, 1);
  ExprId x = random_var(w, 0);
  ExprId below = expr_relation(w->t, EXPR_LT, x, zero, -1);
  ExprId small = expr_relation(w->t, EXPR_LT, x, one, -1);
  ExprId large = expr_relation(w->t, EXPR_LT, one, x, -1);
  ExprId root = expr_unary(w->t, EXPR_SQRT, expr_neg(w->t, x));
  ExprId more = expr_mul(w->t, expr_const(w->t, 5), root);
  ExprId inner[] = {expr_if(w->t, small, root, zero),
                    expr_if(w->t, large, zero, root)};
  ExprId other[] = {expr_if(w->t, small, zero, more),
                    expr_if(w->t, large, more, zero)};
  w->value[0] = 0;
  for (int k = 0; k < 2; k++) {
    ExprId e = expr_add(w->t, expr_if(w->t, below, inner[k], zero), other[k]);
    assert_true(random_value_of(w, partial(w, e, 0), 0) == 0);
  }
}

/* sqrt(x^2 + y^2) and roots like it have the derivative 0 where they are zero,
 * sqrt(x) has not; along time nothing is changed. */
static void test_roots_with_a_kink(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = expr_var(t, (VarId){0}), y = expr_var(t, (VarId){1});
  ExprId two = expr_const(t, 2), zero = expr_const(t, 0);
  ExprId squares =
      expr_add(t, expr_div(t, expr_mul(t, x, x), two), expr_pow(t, y, two));
  ExprId kinks[] = {
      expr_unary(t, EXPR_SQRT, squares),
      expr_unary(t, EXPR_SQRT, expr_unary(t, EXPR_ABS, x)),
      expr_pow(t, squares, expr_const(t, 0.3)),
      expr_unary(t, EXPR_SQRT, expr_binary(t, EXPR_MAX, zero, x)),
      expr_mul(t, two, expr_unary(t, EXPR_SQRT, squares)),
  };
  for (size_t k = 0; k < sizeof kinks / sizeof kinks[0]; k++) {
    ExprId by_x = partial(w, kinks[k], 0);
    w->value[0] = w->value[1] = 0;
    assert_true(random_value_of(w, by_x, 0) == 0);
    w->value[0] = 3;
    double high = 3 + 1e-6, low = 3 - 1e-6, got = random_value_of(w, by_x, 0);
    w->value[0] = high;
    double above = random_value_of(w, kinks[k], 0);
    w->value[0] = low;
    double slope = (above - random_value_of(w, kinks[k], 0)) / (high - low);
    assert_true(fabs(got - slope) < 1e-8);
  }
  w->value[0] = 0;
  ExprId root = expr_unary(t, EXPR_SQRT, x);
  assert_true(isinf(random_value_of(w, partial(w, root, 0), 0)));
  ExprId away = expr_unary(t, EXPR_SQRT, expr_add(t, squares, two));
  assert_int_not_equal(expr_node(t, partial(w, away, 0))->op, EXPR_IF);
  assert_int_not_equal(expr_node(t, in_time(w, kinks[0]))->op, EXPR_IF);
}

int main(void)
{
#define WORLD(test)                                                            \
  cmocka_unit_test_setup_teardown(test, begin, random_world_tear_down)
  const struct CMUnitTest tests[] = {
      WORLD(test_time_derivative_of_products),
      WORLD(test_time_itself),
      WORLD(test_parameters_are_constant),
      WORLD(test_inputs_have_no_derivative),
      WORLD(test_frozen_conditions),
      WORLD(test_only_what_counts_is_asked),
      WORLD(test_steps_have_derivative_zero),
      WORLD(test_gradient_entries),
      WORLD(test_no_zero_entries),
      WORLD(test_hides),
      WORLD(test_each_function),
      WORLD(test_each_arithmetic_operator),
      WORLD(test_random_gradients),
      WORLD(test_random_time_derivatives),
      WORLD(test_deep_sum),
      WORLD(test_deep_composition),
      WORLD(test_branches_not_taken),
      WORLD(test_inner_branch_not_taken),
      WORLD(test_roots_with_a_kink),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
