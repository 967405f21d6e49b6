/* test_lower_when.c: when-equations as discrete equations, branch by branch.
 */
#include "test.h"

#include "model_text.h"

static ModelText *lowered(const char *declarations, const char *equations)
{
  char text[800];
  int n = snprintf(text, sizeof text,
                   "model M Boolean a = time > 1, b = time > 2; "
                   "Real x(start = 1, fixed = true); %s equation "
                   "der(x) = 1; %s end M;",
                   declarations, equations);
  assert_true(n < (int)sizeof text);
  return model_text_at(text, "lower");
}

/* The equation that determines the variable. */
static const Eq *equation_of(const ModelText *m, const char *name)
{
  VarId v = model_text_var(m, name);
  for (int k = 0; k < m->sys->n_eqs; k++) {
    const Eq *eq = &m->sys->eq[k];
    if (eq->left.i < 0) continue;
    const ExprNode *n = expr_node(m->sys->exprs, eq->left);
    if (n->op == EXPR_VAR && var_same(n->var, v)) return eq;
  }
  fail_msg("no equation for %s", name);
  return NULL;
}

static void expect_equation(const char *declarations, const char *equations,
                            const char *name, const char *value)
{
  ModelText *m = lowered(declarations, equations);
  const Eq *eq = equation_of(m, name);
  assert_true(eq->is_when);
  assert_string_equal(model_text_expr(m, eq->right), value);
  model_text_free(m);
}

#define EDGE_A "not initial() and (a and not pre(a))"
#define EDGE_B "not initial() and (b and not pre(b))"

static void test_one_branch(void **state)
{
  (void)state;
  expect_equation("discrete Real d;", "when a then d = 2*x; end when;", "d",
                  "if " EDGE_A " then 2*x else pre(d)");
  /* a vector of conditions: one of them becomes true */
  expect_equation("discrete Real d;", "when {a, b} then d = 1; end when;", "d",
                  "if not initial() and (a and not pre(a) or b and not pre(b)) "
                  "then 1 else pre(d)");
}

/* Of two branches that become active together the first one counts. */
static void test_elsewhen(void **state)
{
  (void)state;
  expect_equation("discrete Real d;",
                  "when a then d = 1; elsewhen b then d = 2; end when;", "d",
                  "if " EDGE_A " then 1 else if " EDGE_B " and not (" EDGE_A
                  ") then 2 else pre(d)");
}

/* Each variable has one equation; where a branch does not name it, it stays.
 */
static void test_several_variables(void **state)
{
  (void)state;
  static const char declarations[] =
      "discrete Real d; discrete Integer n(start = 0);";
  static const char equations[] =
      "when a then d = 1; n = pre(n) + 1; elsewhen b then "
      "d = 2; n = 0; end when;";
  ModelText *m = lowered(declarations, equations);
  int n_when = 0;
  for (int k = 0; k < m->sys->n_eqs; k++) n_when += m->sys->eq[k].is_when;
  assert_int_equal(n_when, 2);
  assert_string_equal(model_text_expr(m, equation_of(m, "n")->right),
                      "if " EDGE_A " then pre(n) + 1 else if " EDGE_B
                      " and not (" EDGE_A ") then 0 else pre(n)");
  assert_true(equation_of(m, "n")->is_discrete);
  assert_false(equation_of(m, "d")->is_discrete);
  model_text_free(m);
}

static void test_initial(void **state)
{
  (void)state;
  ModelText *m = lowered("discrete Real d, e;",
                         "when {initial(), a} then d = 3; end when; "
                         "when b then e = 4; end when;");
  assert_true(equation_of(m, "d")->runs_initially);
  assert_false(equation_of(m, "e")->runs_initially);
  assert_string_equal(model_text_expr(m, equation_of(m, "d")->right),
                      "if initial() or " EDGE_A " then 3 else pre(d)");
  model_text_free(m);
}

static void test_reinit(void **state)
{
  (void)state;
  ModelText *m = lowered("", "when a then reinit(x, -pre(x)); end when;");
  assert_int_equal(m->sys->n_reinits, 1);
  const Reinit *r = &m->sys->reinit[0];
  assert_string_equal(model_text_expr(m, r->active), EDGE_A);
  assert_string_equal(model_text_expr(m, r->value), "-pre(x)");
  const Var *x = model_text_info(m, "x");
  assert_true(x->is_reset);
  assert_int_equal(x->state_select, STATE_ALWAYS);
  assert_int_equal(m->sys->n_initial_eqs, 0);
  model_text_free(m);
}

/* With initial() among the conditions reinit(x, e) is x = e at the start. */
static void test_initial_reinit(void **state)
{
  (void)state;
  ModelText *m =
      lowered("Real y(start = 0);", "der(y) = x; when {initial(), a} then "
                                    "reinit(y, if b then 7 else 8); end when;");
  assert_int_equal(m->sys->n_initial_eqs, 1);
  const Eq *eq = &m->sys->initial_eq[0];
  assert_string_equal(model_text_expr(m, eq->left), "y");
  assert_string_equal(model_text_expr(m, eq->right), "if b then 7 else 8");
  assert_string_equal(model_text_expr(m, m->sys->reinit[0].active),
                      "initial() or " EDGE_A);
  model_text_free(m);
}

static void test_assertions(void **state)
{
  (void)state;
  ModelText *m = lowered(
      "", "when a then assert(x < 9, \"large\", AssertionLevel.warning); "
          "assert(x > 0, \"small\"); terminate(\"done\"); end when;");
  const System *sys = m->sys;
  assert_int_equal(sys->n_assertions, 3);
  static const AssertionLevel level[] = {ASSERTION_WARNING, ASSERTION_ERROR,
                                         ASSERTION_TERMINATE};
  static const char *const condition[] = {"not (" EDGE_A ") or x < 9",
                                          "not (" EDGE_A ") or 0 < x",
                                          "not (" EDGE_A ")"};
  static const char *const message[] = {"large", "small", "done"};
  for (int k = 0; k < 3; k++) {
    assert_int_equal(sys->assertion[k].level, level[k]);
    assert_int_equal(sys->assertion[k].moment, ASSERTION_EVENT);
    assert_string_equal(model_text_expr(m, sys->assertion[k].condition),
                        condition[k]);
    assert_string_equal(sys->assertion[k].message, message[k]);
  }
  model_text_free(m);
}

/* An if inside of when: its branches are guards. */
static void test_guards(void **state)
{
  (void)state;
  expect_equation("discrete Real d;",
                  "when a then if b then d = 1; else d = 2; end if; end when;",
                  "d",
                  "if " EDGE_A " and b then 1 else if " EDGE_A
                  " and not b then 2 else pre(d)");
  ModelText *m =
      lowered("", "when a then if b then reinit(x, 1); end if; end when;");
  assert_string_equal(model_text_expr(m, m->sys->reinit[0].active),
                      EDGE_A " and b");
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_branch),
      cmocka_unit_test(test_elsewhen),
      cmocka_unit_test(test_several_variables),
      cmocka_unit_test(test_initial),
      cmocka_unit_test(test_reinit),
      cmocka_unit_test(test_initial_reinit),
      cmocka_unit_test(test_assertions),
      cmocka_unit_test(test_guards),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
