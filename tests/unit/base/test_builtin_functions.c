/* test_builtin_functions.c: the facts of base/builtin_functions.def against
 * the values of the functions. Derivatives are compared in
 * test_differentiate.c, C texts in test_c_expression.c. */
#include "test.h"

#include <float.h>

#include "random_expr.h"
#include "symbolic/evaluate_op.h"
#include "symbolic/properties/parity.h"
#include "symbolic/properties/sign.h"

enum { ALWAYS = true, MAYBE = false };

static const bool always_finite[] = {
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts) facts,
#define FINITE(when) when
#include "base/builtin_functions.def"
};

static const char *const c_text[] = {
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts) facts,
#define C_TEXT(text, level, operand) text
#include "base/builtin_functions.def"
};

static RandomWorld world;

static int begin(void **state)
{
  random_world_begin(&world, 1);
  *state = &world;
  return 0;
}

static int end(void **state)
{
  random_world_end(*state);
  return 0;
}

/* f(x), f(x, y) */
static ExprId call_of(RandomWorld *w, const MathFunction *f)
{
  ExprId x = random_var(w, 0), y = random_var(w, 1);
  return f->n_args == 1 ? expr_unary(w->t, f->op, x)
                        : expr_binary(w->t, f->op, x, y);
}

static double value(const MathFunction *f, double a, double b)
{
  return evaluate_op(f->op, a, b, 0);
}

static void test_names(void **state)
{
  (void)state;
  for (int k = 0; k < N_MATH_FUNCTIONS; k++) {
    const MathFunction *f = &math_functions[k];
    assert_true(expr_op_is_function(f->op));
    assert_string_equal(expr_op_name(f->op), f->name);
    assert_int_equal(expr_op_arity(f->op), f->n_args);
    assert_true(f->n_args == 1 || f->n_args == 2);
    for (int i = 0; i < k; i++) {
      assert_string_not_equal(math_functions[i].name, f->name);
    }
  }
}

/* Each operand is in the text, and nothing else is. */
static void test_c_texts(void **state)
{
  (void)state;
  for (int k = 0; k < N_MATH_FUNCTIONS; k++) {
    int seen[2] = {0, 0};
    for (const char *at = strchr(c_text[k], '$'); at;
         at = strchr(at + 1, '$')) {
      assert_in_range(at[1], 'a', 'a' + math_functions[k].n_args - 1);
      seen[at[1] - 'a']++;
    }
    assert_true(seen[0] > 0);
    assert_int_equal(seen[1] > 0, math_functions[k].n_args == 2);
  }
}

/* Inside of the domain a value is a finite number. */
static void test_domains(void **state)
{
  (void)state;
  for (int k = 0; k < N_MATH_FUNCTIONS; k++) {
    const MathFunction *f = &math_functions[k];
    assert_true(f->least < f->most);
    for (double part = 0.01; part < 1; part += 0.01) {
      double x = math_function_point(f, part);
      assert_true(x > f->least && x < f->most);
      assert_true(isfinite(value(f, x, 0.7)));
    }
  }
}

static void test_always_finite(void **state)
{
  (void)state;
  static const double hard[] = {0,       1,        -1,       DBL_MIN, -DBL_MIN,
                                DBL_MAX, -DBL_MAX, 1.570796, 1e-300,  -1e300};
  enum { N_HARD = sizeof hard / sizeof hard[0] };
  for (int k = 0; k < N_MATH_FUNCTIONS; k++) {
    bool is_finite = true;
    for (int i = 0; i < N_HARD * N_HARD; i++) {
      double v = value(&math_functions[k], hard[i / N_HARD], hard[i % N_HARD]);
      is_finite = is_finite && isfinite(v);
    }
    if (always_finite[k] && !is_finite) {
      fail_msg("%s may give what is not finite", math_functions[k].name);
    }
  }
}

/* --- signs of the operands --- */

static void check_choice(RandomWorld *w, ExprId e, const char *name,
                         ParityForm form, ParityForm choice)
{
  for (double x = -1.9; x < 2; x += 0.31) {
    w->value[0] = x;
    w->value[1] = 0.43 - x / 3;
    double before = random_value_of(w, e, 0);
    for (int i = 0; i < 2; i++) {
      if (choice & ((ParityForm)1 << i)) w->value[i] = -w->value[i];
    }
    double after = random_value_of(w, e, 0);
    if (!isfinite(before) || !isfinite(after)) continue;
    double wanted = parity_is_odd(form, choice) ? -before : before;
    if (fabs(after - wanted) > 1e-14 * fabs(wanted)) {
      fail_msg("%s has another parity: %g, not %g", name, after, wanted);
    }
  }
}

static void test_parities(void **state)
{
  RandomWorld *w = *state;
  static const ParityForm of_var[RANDOM_VARS] = {1, 2};
  for (int k = 0; k < N_MATH_FUNCTIONS; k++) {
    ExprId e = call_of(w, &math_functions[k]);
    ParityRules rules = {.n = 0};
    ParityForm choice[PARITY_BITS];
    ParityForm form = parity_of(w->walk, e, of_var, &rules, w->arena);
    int n = parity_choices(&rules, math_functions[k].n_args, choice);
    for (int i = 0; i < n; i++) {
      check_choice(w, e, math_functions[k].name, form, choice[i]);
    }
  }
}

/* --- signs of the value --- */

typedef struct Interval {
  double min, max;
} Interval;

static void bounds_of(const void *context, VarId var, double *min, double *max)
{
  const Interval *x = context;
  (void)var;
  *min = x->min;
  *max = x->max;
}

/* What is said never to be zero is positive everywhere or negative. */
static void check_signs(RandomWorld *w, ExprId e, const Interval *x,
                        const char *name)
{
  SignBounds bounds = {x, bounds_of};
  int n_positive = 0, n_negative = 0;
  if (!sign_is_never_zero_within(w->walk, e, &bounds)) return;
  for (int i = 0; i <= 400; i++) {
    w->value[0] = x->min + (x->max - x->min) * (i / 20) / 20;
    w->value[1] = x->min + (x->max - x->min) * (i % 20) / 19;
    double v = random_value_of(w, e, 0);
    n_positive += v > 0;
    n_negative += v < 0;
    if (v == 0 || (n_positive > 0 && n_negative > 0)) {
      fail_msg("%s has other signs from %g to %g", name, x->min, x->max);
    }
  }
}

static void test_signs(void **state)
{
  RandomWorld *w = *state;
  static const Interval part[] = {{-3, 3}, {0, 3},     {0.2, 3},
                                  {-3, 0}, {-3, -0.2}, {-800, 800}};
  ExprId one = expr_const(w->t, 1);
  for (int k = 0; k < N_MATH_FUNCTIONS; k++) {
    const char *name = math_functions[k].name;
    ExprId e = call_of(w, &math_functions[k]);
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
      check_signs(w, e, &part[i], name);
      check_signs(w, expr_add(w->t, e, one), &part[i], name); /* e >= 0 */
      check_signs(w, expr_sub(w->t, e, one), &part[i], name); /* e <= 0 */
    }
  }
}

int main(void)
{
#define WORLD(test) cmocka_unit_test_setup_teardown(test, begin, end)
  const struct CMUnitTest tests[] = {
      WORLD(test_names),         WORLD(test_c_texts),  WORLD(test_domains),
      WORLD(test_always_finite), WORLD(test_parities), WORLD(test_signs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
