/* test_hybrid.c: memory, conditions, relations and what the runtime keeps,
 * added to a small system by hand. */
#include "test.h"

#include "model_text.h"
#include "reduce/system/hybrid.h"
#include "reduce/system/system_check.h"
#include "symbolic/evaluate.h"

static int begin(void **state)
{
  *state = model_text_at(
      "model M parameter Real p = 2; Real x, y; Boolean b; input Boolean c; "
      "equation x = time; y = 2*x; b = c; end M;",
      "lower");
  return 0;
}

static int end(void **state)
{
  ModelText *m = *state;
  m->sys->n_given = m->sys->n_eqs; /* as the end of lowering does */
  system_check(m->sys);
  model_text_free(m);
  return 0;
}

static ExprId expr_of(ModelText *m, const char *name)
{
  return expr_var(m->sys->exprs, model_text_var(m, name));
}

static void expect_text(ModelText *m, ExprId e, const char *text)
{
  assert_string_equal(model_text_expr(m, e), text);
}

/* What the last equation of the system says. */
static void expect_last(ModelText *m, const char *left, const char *right)
{
  const Eq *eq = &m->sys->eq[m->sys->n_eqs - 1];
  expect_text(m, eq->left, left);
  expect_text(m, eq->right, right);
}

static void test_pre(void **state)
{
  ModelText *m = *state;
  VarId b = model_text_var(m, "b");
  VarId pre = hybrid_pre(m->sys, m->s, b);
  const Var *var = &m->sys->var[pre.i];
  assert_string_equal(var->name, "pre(b)");
  assert_int_equal(var->kind, VAR_MEMORY);
  assert_int_equal(var->type, VAR_BOOLEAN);
  assert_int_equal(var->pre_of.i, b.i);
  assert_int_equal(hybrid_pre(m->sys, m->s, b).i, pre.i); /* made once */
}

/* The same relation has one number, unless many others are between. */
static void test_relation(void **state)
{
  ModelText *m = *state;
  System *sys = m->sys;
  ExprTable *t = sys->exprs;
  ExprId x = expr_of(m, "x"), y = expr_of(m, "y");
  ExprId less = hybrid_relation(sys, x, y, false, NO_SPAN);
  expect_text(m, less, "x < y");
  assert_int_equal(sys->n_relations, 1);
  assert_int_equal(hybrid_relation(sys, x, y, false, NO_SPAN).i, less.i);
  assert_int_equal(sys->n_relations, 1);
  hybrid_relation(sys, x, y, true, NO_SPAN);
  hybrid_relation(sys, y, x, false, NO_SPAN);
  assert_int_equal(sys->n_relations, 3);
  assert_true(sys->relation[1].or_equal);
  for (int k = 0; k < 100; k++) {
    hybrid_relation(sys, x, expr_const(t, k), false, NO_SPAN);
  }
  hybrid_relation(sys, x, y, false, NO_SPAN);
  assert_int_equal(sys->n_relations, 104);
}

/* An expression gets a variable, a discrete variable is one. */
static void test_condition(void **state)
{
  ModelText *m = *state;
  System *sys = m->sys;
  int n = sys->n_eqs;
  VarId c = model_text_var(m, "c");
  assert_int_equal(hybrid_condition(sys, m->s, expr_of(m, "c"), NO_SPAN).i,
                   c.i);
  assert_int_equal(sys->n_eqs, n);
  ExprId both =
      expr_binary(sys->exprs, EXPR_AND, expr_of(m, "b"), expr_of(m, "c"));
  VarId made = hybrid_condition(sys, m->s, both, NO_SPAN);
  assert_int_equal(sys->var[made.i].kind, VAR_DISCRETE);
  assert_int_equal(sys->var[made.i].type, VAR_BOOLEAN);
  assert_true(sys->var[made.i].is_internal);
  assert_int_equal(sys->n_eqs, n + 1);
  assert_true(sys->eq[n].is_discrete);
  assert_false(sys->eq[n].is_when);
  expect_last(m, "$condition1", "b and c");
}

static void test_edge(void **state)
{
  ModelText *m = *state;
  System *sys = m->sys;
  expect_text(m, hybrid_edge(sys, m->s, expr_of(m, "c"), NO_SPAN),
              "c and not pre(c)");
  ExprId always = expr_const(sys->exprs, 1); /* never becomes true */
  expect_text(m, hybrid_edge(sys, m->s, always, NO_SPAN), "0");
}

static void test_define(void **state)
{
  ModelText *m = *state;
  System *sys = m->sys;
  VarId b = model_text_var(m, "b"), x = model_text_var(m, "x");
  hybrid_define_when(sys, b, expr_of(m, "c"), NO_SPAN, true);
  const Eq *eq = &sys->eq[sys->n_eqs - 1];
  assert_true(eq->is_when && eq->runs_initially && eq->is_discrete);
  expect_last(m, "b", "c");
  hybrid_define(sys, x, expr_of(m, "y"), NO_SPAN);
  eq = &sys->eq[sys->n_eqs - 1];
  assert_false(eq->is_when || eq->is_discrete);
  expect_text(m, eq->residual, "x - y");
}

/* --- floor --- */

typedef struct FloorPoint {
  VarId x, before;
  double value_of_x, value_before;
  bool relation[2]; /* x < before, before + 1 <= x */
} FloorPoint;

static double floor_var(const void *context, VarId var)
{
  const FloorPoint *p = context;
  if (var_same(var, p->x)) return p->value_of_x;
  assert_true(var_same(var, p->before));
  return p->value_before;
}

static bool floor_relation(const void *context, int index)
{
  return ((const FloorPoint *)context)->relation[index];
}

/* The value follows the relations, which rounding may put a little before or
 * after the whole number; far from it x itself counts. */
static void test_floor(void **state)
{
  ModelText *m = *state;
  System *sys = m->sys;
  ExprId n = hybrid_floor(sys, m->s, expr_of(m, "x"), NO_SPAN);
  expect_text(m, n, "$floor1");
  assert_int_equal(sys->n_relations, 2);
  const Eq *eq = &sys->eq[sys->n_eqs - 1];
  assert_true(eq->is_when && eq->runs_initially);
  static const struct {
    double x, before;
    bool below, above;
    double expected;
  } cases[] = {
      {2.5, 2, false, false, 2}, /* nothing happens */
      {3.0, 2, false, true, 3},       {2.9999999, 2, false, true, 3},
      {7.5, 2, false, true, 7},       {1.9999999, 2, true, false, 1},
      {2.0000001, 2, true, false, 1}, {-3.5, 2, true, false, -4},
      {2.5, 2, false, true, 2}, /* the relation is of before a jump */
      {2.5, 3, true, false, 2},
  };
  Walk *walk = walk_create(sys->exprs, m->s->scratch_arena);
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    FloorPoint p = {model_text_var(m, "x"),
                    model_text_var(m, "pre($floor1)"),
                    cases[k].x,
                    cases[k].before,
                    {cases[k].below, cases[k].above}};
    EvaluatePoint point = {floor_var, &p, 0, false, floor_relation, NULL};
    double got = evaluate(walk, eq->right, &point);
    if (got != cases[k].expected) {
      fail_msg("x = %.9g after %g: %g instead of %g", cases[k].x,
               cases[k].before, got, cases[k].expected);
    }
  }
}

/* --- what the runtime keeps --- */

static void test_sample(void **state)
{
  ModelText *m = *state;
  System *sys = m->sys;
  ExprTable *t = sys->exprs;
  ExprId zero = expr_const(t, 0), one = expr_const(t, 1),
         two = expr_const(t, 2);
  ExprId first = hybrid_sample(sys, m->s, zero, one, NO_SPAN);
  expect_text(m, first, "$sample1");
  assert_int_equal(model_text_info(m, "$sample1")->kind, VAR_MEMORY);
  expect_text(m, hybrid_sample(sys, m->s, zero, two, NO_SPAN), "$sample2");
  expect_text(m, hybrid_sample(sys, m->s, one, one, NO_SPAN), "$sample3");
  assert_int_equal(hybrid_sample(sys, m->s, zero, one, NO_SPAN).i, first.i);
  assert_int_equal(sys->n_samples, 3);
}

static void test_delay(void **state)
{
  ModelText *m = *state;
  System *sys = m->sys;
  ExprTable *t = sys->exprs;
  int n = sys->n_eqs;
  ExprId p = expr_of(m, "p"), x = expr_of(m, "x");
  expect_text(m, hybrid_delay(sys, m->s, x, p, p, NO_SPAN), "delay(x)");
  const Delay *d = &sys->delay[0];
  assert_int_equal(d->x.i, model_text_var(m, "x").i);
  assert_int_equal(d->T.i, d->longest.i);
  assert_int_equal(d->longest.i, model_text_var(m, "p").i);
  assert_int_equal(sys->var[d->y.i].kind, VAR_INPUT); /* known */
  assert_int_equal(sys->n_eqs, n); /* no variable was needed */
  ExprId twice = expr_mul(t, expr_const(t, 2), x), T = expr_of(m, "y");
  hybrid_delay(sys, m->s, twice, T, expr_const(t, 5), NO_SPAN);
  d = &sys->delay[1];
  assert_string_equal(sys->var[d->x.i].name, "$delayed2");
  assert_string_equal(sys->var[d->longest.i].name, "$longest2");
  assert_int_equal(sys->var[d->longest.i].kind, VAR_PARAMETER);
  expect_text(m, sys->var[d->longest.i].binding, "5");
  assert_int_equal(d->T.i, model_text_var(m, "y").i);
  expect_last(m, "$delayed2", "2*x");
}

static void test_transport(void **state)
{
  ModelText *m = *state;
  System *sys = m->sys;
  ExprTable *t = sys->exprs;
  ExprId arg[] = {expr_of(m, "x"),  expr_of(m, "y"),  expr_time(t),
                  expr_of(m, "c"),  expr_const(t, 0), expr_const(t, 1),
                  expr_const(t, 3), expr_of(m, "p")};
  ExprId y = hybrid_transport(sys, m->s, arg, 2, NO_SPAN);
  expect_text(m, y, "spatialDistribution($moved1)");
  const Transport *line = &sys->transport[0];
  assert_int_equal(line->n_points, 2);
  assert_int_equal(line->in0.i, model_text_var(m, "x").i);
  assert_string_equal(sys->var[line->positive.i].name, "$positive1");
  assert_string_equal(sys->var[line->point[1].i].name, "$point1_2");
  expect_text(m, sys->var[line->value[0].i].binding, "3");
  assert_int_equal(line->value[1].i, model_text_var(m, "p").i);
}

static void test_once(void **state)
{
  ModelText *m = *state;
  System *sys = m->sys;
  ExprId end_of_run = hybrid_terminal(sys, m->s);
  expect_text(m, end_of_run, "terminal()");
  assert_int_equal(hybrid_terminal(sys, m->s).i, end_of_run.i);
  int n = sys->n_vars;
  ExprId h = hybrid_homotopy(sys, m->s, expr_of(m, "x"), expr_of(m, "y"));
  assert_int_equal(sys->n_vars, n + 1);
  expect_text(m, h,
              "if initial() then (if homotopy() < 1 then (if homotopy() <= 0 "
              "then y else homotopy()*x + (1 - homotopy())*y) else x) else x");
  hybrid_homotopy(sys, m->s, expr_of(m, "y"), expr_of(m, "x"));
  assert_int_equal(sys->n_vars, n + 1);
}

static void test_fold_initial(void **state)
{
  ModelText *m = *state;
  System *sys = m->sys;
  ExprTable *t = sys->exprs;
  Walk *walk = walk_create(t, m->s->scratch_arena);
  ExprId x = expr_of(m, "x"), y = expr_of(m, "y");
  ExprId e = expr_add(t, x, expr_if(t, expr_initial(t), y, x));
  expect_text(m, hybrid_fold_initial(walk, e, true), "x + y");
  expect_text(m, hybrid_fold_initial(walk, e, false), "x + x");
  assert_int_equal(hybrid_fold_initial(walk, x, true).i, x.i);
  /* what a watched relation compares stays as it is */
  ExprId inside = expr_if(t, expr_initial(t), x, y);
  ExprId r = hybrid_relation(sys, inside, x, false, NO_SPAN);
  assert_int_equal(hybrid_fold_initial(walk, r, true).i, r.i);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)
  const struct CMUnitTest tests[] = {
      TEST(test_pre),    TEST(test_relation),     TEST(test_condition),
      TEST(test_edge),   TEST(test_define),       TEST(test_floor),
      TEST(test_sample), TEST(test_delay),        TEST(test_transport),
      TEST(test_once),   TEST(test_fold_initial),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
