/* test_alias.c: merged variables, their signs, attributes and chains. */
#include "test.h"

#include "model_text.h"
#include "random_expr.h"
#include "text_pile.h"

static ModelText *merged(const char *text)
{
  return model_text_at(text, "alias");
}

/* "x", "-x": what the variable stands for; itself if it is not an alias. */
static const char *stands_for(const ModelText *m, const char *name)
{
  const Var *v = model_text_info(m, name);
  if (v->alias_of.i < 0) return v->name;
  return arena_printf(m->s->session_arena, "%s%s", v->alias_negative ? "-" : "",
                      m->sys->var[v->alias_of.i].name);
}

static void expect_equation(const ModelText *m, int k, const char *residual)
{
  assert_true(k < m->sys->n_eqs);
  assert_string_equal(model_text_expr(m, m->sys->eq[k].residual), residual);
}

static void test_signs(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real x, a, b, c, d, e, f; equation "
                        "x = a; x = -b; -b = c; 0 = x + d; x - e = 0; "
                        "-x = -f; x = sin(time) + a + b + d; end M;");
  assert_string_equal(stands_for(m, "a"), "x");
  assert_string_equal(stands_for(m, "b"), "-x");
  assert_string_equal(stands_for(m, "c"), "x");
  assert_string_equal(stands_for(m, "d"), "-x");
  assert_string_equal(stands_for(m, "e"), "x");
  assert_string_equal(stands_for(m, "f"), "x");
  assert_int_equal(m->sys->n_eqs, 1);
  assert_int_equal(m->sys->n_given, 1);
  expect_equation(m, 0, "x - (sin(time) + x - x - x)");
  model_text_free(m);
}

/* The stronger wish, and bounds of any alias, count for the variable. */
static void test_wishes_and_bounds(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real x(start = 1, stateSelect = "
                        "StateSelect.prefer), a(stateSelect = "
                        "StateSelect.never, max = 3), b(max = -1); equation "
                        "x = a; x = -b; der(x) = -x; end M;");
  const Var *x = model_text_info(m, "x");
  assert_int_equal(x->state_select, STATE_NEVER);
  assert_string_equal(model_text_expr(m, x->min), "1");
  assert_string_equal(model_text_expr(m, x->max), "3");
  assert_null(strstr(model_text_messages(m), "W305"));
  model_text_free(m);
  m = merged("model M Real x(stateSelect = StateSelect.never), "
             "y(stateSelect = StateSelect.always); equation x = y; "
             "der(x) = -x; end M;");
  assert_int_equal(model_text_info(m, "x")->state_select, STATE_ALWAYS);
  assert_non_null(strstr(model_text_messages(m), "W305: 'y' and 'x'"));
  model_text_free(m);
}

static void test_what_stays(void **state)
{
  (void)state;
  ModelText *m = merged("model M parameter Real p = 1; input Real u; "
                        "Real x, y, z; equation x = p; y = u; z = 2*x; "
                        "end M;");
  assert_int_equal(m->sys->n_eqs, 3);
  model_text_free(m);
}

/* The second x = y says nothing new; with another sign both are zero. */
static void test_twice(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real x, y; equation x = y; y = x; end M;");
  assert_int_equal(m->sys->n_eqs, 1);
  expect_equation(m, 0, "0");
  model_text_free(m);
  m = merged("model M Real x, y; equation x = y; x = -y; end M;");
  assert_int_equal(m->sys->n_eqs, 1);
  expect_equation(m, 0, "x + x");
  model_text_free(m);
}

static void test_first_order_form_becomes_a_chain(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real x, v; equation der(x) = v; "
                        "der(v) = -x; end M;");
  assert_int_equal(m->sys->n_eqs, 1);
  assert_string_equal(stands_for(m, "der(x)"), "v");
  assert_int_equal(model_text_info(m, "x")->derivative.i,
                   model_text_var(m, "v").i);
  assert_int_equal(model_text_info(m, "v")->integral.i,
                   model_text_var(m, "x").i);
  assert_int_equal(system_order(m->sys, model_text_var(m, "der(v)")), 2);
  expect_equation(m, 0, "der(v) + x");
  model_text_free(m);
}

/* der(x) = x is an equation, der(x) = v, der(v) = x is a loop. */
static void test_no_chain_bites_its_tail(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real x; equation der(x) = x; end M;");
  assert_int_equal(m->sys->n_eqs, 1);
  expect_equation(m, 0, "der(x) - x");
  model_text_free(m);
  m = merged("model M Real x, v; equation der(x) = v; der(v) = x; end M;");
  assert_int_equal(m->sys->n_eqs, 1);
  expect_equation(m, 0, "der(v) - x");
  model_text_free(m);
}

/* A variable can be the derivative of one other only. */
static void test_one_derivative_each(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real x, y, v; equation der(x) = v; "
                        "der(y) = v; v = time; end M;");
  assert_int_equal(m->sys->n_eqs, 2);
  expect_equation(m, 0, "der(y) - v");
  model_text_free(m);
  m = merged("model M Real x, y; equation der(x) = der(y); x = time; "
             "end M;");
  assert_int_equal(m->sys->n_eqs, 2);
  model_text_free(m);
  m = merged("model M Real x, v; equation der(x) = -v; v = time; end M;");
  expect_equation(m, 0, "der(x) + v");
  model_text_free(m);
}

/* v stays what it is when other names for it come: k, and n with a minus. */
static void test_names_of_a_derivative(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real x, v(start = 1), k, n; equation "
                        "der(x) = v; k = v; n = -v; der(v) = k + 2*n; "
                        "end M;");
  assert_int_equal(m->sys->n_eqs, 1);
  assert_string_equal(stands_for(m, "der(x)"), "v");
  assert_string_equal(stands_for(m, "k"), "v");
  assert_string_equal(stands_for(m, "n"), "-v");
  expect_equation(m, 0, "der(v) - (v - 2*v)");
  model_text_free(m);
  /* der(n) exists: it becomes -der(v), which is made for it */
  m = merged("model M Real x, v, n; equation der(x) = v; n = -v; "
             "der(n) = x; end M;");
  assert_int_equal(m->sys->n_eqs, 1);
  assert_string_equal(stands_for(m, "der(n)"), "-der(v)");
  expect_equation(m, 0, "-der(v) - x");
  model_text_free(m);
}

/* x = y merges der(x) and der(y) too, with the sign. */
static void test_derivatives_follow(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real x, y, v, w; equation x = -y; "
                        "der(x) = v; der(y) = w + sin(v); end M;");
  assert_string_equal(stands_for(m, "y"), "-x");
  assert_string_equal(stands_for(m, "der(y)"), "-v");
  assert_int_equal(m->sys->n_eqs, 1);
  expect_equation(m, 0, "-v - (w + sin(v))");
  model_text_free(m);
}

/* Whole chains: x, v, a against y, w, b. */
static void test_chains_merge(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real x, y, v, w, a, b; equation "
                        "der(x) = v; der(v) = a; der(y) = w; der(w) = b; "
                        "x = y; a + b = sin(time); end M;");
  assert_int_equal(m->sys->n_eqs, 1);
  assert_string_equal(stands_for(m, "w"), "v");
  assert_string_equal(stands_for(m, "b"), "a");
  expect_equation(m, 0, "a + a - sin(time)");
  model_text_free(m);
}

static void test_start_values(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real x, y(start = 3, nominal = 7), "
                        "z(start = -5, fixed = true); "
                        "equation x = y; y = -z; der(x) = 1; end M;");
  const Var *x = model_text_info(m, "x");
  assert_int_equal(x->alias_of.i, -1); /* der(x) is used: it stays */
  assert_string_equal(model_text_expr(m, x->start), "5");
  assert_string_equal(model_text_expr(m, x->nominal), "7");
  assert_true(x->fixed);
  assert_string_equal(model_text_messages(m), "");
  model_text_free(m);
}

/* Fixed without a start value is fixed at zero, whatever the other guesses. */
static void test_fixed_at_zero(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real a(fixed = true), b(start = 1); "
                        "equation a = b; der(b) = 1; end M;");
  const Var *b = model_text_info(m, "b");
  assert_true(b->fixed);
  assert_int_equal(b->start.i, -1);
  model_text_free(m);
  m = merged("model M Real a(start = 1), b(fixed = true); "
             "equation a = b; der(b) = 1; end M;");
  assert_int_equal(model_text_info(m, "b")->start.i, -1);
  model_text_free(m);
}

static void test_contradicting_start_values(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real x(start = 1), y(start = 2); "
                        "equation x = y; der(x) = 1; end M;");
  assert_non_null(strstr(model_text_messages(m), "warning W301"));
  assert_string_equal(model_text_expr(m, model_text_info(m, "x")->start), "1");
  model_text_free(m);
}

static void test_relations_are_rewritten(void **state)
{
  (void)state;
  ModelText *m = merged("model M Real x, y, z; equation x = -y; "
                        "x = sin(time); z = if y > 0 then 1 else 2; end M;");
  assert_int_equal(m->sys->n_relations, 1);
  assert_string_equal(model_text_expr(m, m->sys->relation[0].right), "-x");
  model_text_free(m);
}

static void test_discrete_variables_are_left_alone(void **state)
{
  (void)state;
  ModelText *m = merged("model M Integer i, j; equation i = j; j = 2; end M;");
  assert_int_equal(m->sys->n_eqs, 2);
  model_text_free(m);
}

/* Random trees of x_i = +-x_j: every sign as on the path to the root. */
static void test_random_trees(void **state)
{
  (void)state;
  enum { N = 40 };
  Random random = {77};
  for (int trial = 0; trial < 30; trial++) {
    TextPile text = {.n = 0};
    int sign[N] = {1};
    text_pile_add(&text, "model M Real x0");
    for (int k = 1; k < N; k++) text_pile_add(&text, ", x%d", k);
    text_pile_add(&text, "; equation x0 = time;");
    int order[N];
    for (int k = 0; k < N; k++) order[k] = k;
    for (int k = N - 1; k > 1; k--) { /* equations in any order */
      int other = 1 + random_below(&random, k), kept = order[k];
      order[k] = order[other];
      order[other] = kept;
    }
    int parent[N], minus[N];
    for (int k = 1; k < N; k++) {
      parent[k] = random_below(&random, k);
      minus[k] = random_below(&random, 2);
      sign[k] = minus[k] ? -sign[parent[k]] : sign[parent[k]];
    }
    for (int k = 1; k < N; k++) {
      int v = order[k];
      static const char *const form[2][3] = {
          {" x%d = x%d;", " x%d - x%d = 0;", " -x%d = -x%d;"},
          {" x%d = -x%d;", " 0 = x%d + x%d;", " -x%d = x%d;"}};
      text_pile_add(&text, form[minus[v]][random_below(&random, 3)], v,
                    parent[v]);
    }
    text_pile_add(&text, " end M;");
    ModelText *m = merged(text.text);
    assert_int_equal(m->sys->n_eqs, 1);
    int root = m->sys->var[1].alias_of.i < 0 ? 1 : m->sys->var[1].alias_of.i;
    for (int k = 0; k < N; k++) {
      const Var *v = &m->sys->var[k];
      assert_int_equal(v->alias_of.i < 0 ? k : v->alias_of.i, root);
      bool negative = v->alias_of.i >= 0 && v->alias_negative;
      assert_int_equal(negative, sign[k] != sign[root]);
    }
    model_text_free(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_signs),
      cmocka_unit_test(test_wishes_and_bounds),
      cmocka_unit_test(test_what_stays),
      cmocka_unit_test(test_twice),
      cmocka_unit_test(test_first_order_form_becomes_a_chain),
      cmocka_unit_test(test_no_chain_bites_its_tail),
      cmocka_unit_test(test_one_derivative_each),
      cmocka_unit_test(test_names_of_a_derivative),
      cmocka_unit_test(test_derivatives_follow),
      cmocka_unit_test(test_chains_merge),
      cmocka_unit_test(test_start_values),
      cmocka_unit_test(test_fixed_at_zero),
      cmocka_unit_test(test_contradicting_start_values),
      cmocka_unit_test(test_relations_are_rewritten),
      cmocka_unit_test(test_discrete_variables_are_left_alone),
      cmocka_unit_test(test_random_trees),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
