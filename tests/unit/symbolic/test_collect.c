/* test_collect.c: like terms are put together, values stay. */
#include "test.h"

#include "model_text.h"
#include "symbolic/collect.h"

/* The right-hand side of `0 = text`, collected. */
static void expect(const char *text, const char *collected)
{
  char model[400];
  snprintf(model, sizeof model,
           "model M parameter Real p = 2; Real x, y, z; equation "
           "0 - (%s) = 0; y = 1; z = 2; end M;",
           text);
  ModelText *m = model_text_at(model, "lower");
  ExprTable *t = m->sys->exprs;
  ExprId e = expr_neg(t, m->sys->eq[0].residual);
  ExprId sum = collect_terms(t, e, m->s->scratch_arena);
  assert_string_equal(model_text_expr(m, sum), collected);
  model_text_free(m);
}

static void test_terms(void **state)
{
  (void)state;
  expect("(x + y) - x", "y");
  expect("2*(x + y) - x", "x + 2*y");
  expect("x + 1 - (x - 2)", "3");
  expect("x - y - (x - y)", "0");
  expect("0.1*x + 0.2*x - 0.3*x + z", "z");
  expect("(x + 3*y)/2 - y", "0.5*x + 0.5*y");
  expect("-(x - (y - z))", "y - z - x");
}

/* Products are terms; their factors may be swapped. */
static void test_products(void **state)
{
  (void)state;
  expect("x*y - y*x + z", "z");
  expect("p*x + sin(y) - 2*(p*x)", "sin(y) - p*x");
  expect("p*(x + y) - p*x", "p*(x + y) - p*x");
  expect("x^2 + x - x^2", "x");
}

/* A sum as long as the model: no recursion. */
static void test_long_sum(void **state)
{
  (void)state;
  ModelText *m = model_text_run("model M Real x, y; equation x = 1; y = 2; "
                                "end M;",
                                "lower");
  ExprTable *t = m->sys->exprs;
  ExprId x = expr_var(t, model_text_var(m, "x"));
  ExprId sum = expr_var(t, model_text_var(m, "y"));
  for (int k = 1; k <= 20000; k++) {
    sum = expr_add(t, sum, expr_mul(t, expr_const(t, k % 2 ? k : 2 - k), x));
  }
  ExprId e = collect_terms(t, sum, m->s->scratch_arena);
  assert_string_equal(model_text_expr(m, e), "y + 10000*x");
  model_text_free(m);
}

/* The same as a list. */
static void test_list(void **state)
{
  (void)state;
  ModelText *m = model_text_run("model M Real x, y; equation "
                                "2*(x + y) - x + 3 = 5; y = 1; end M;",
                                "lower");
  CollectedSum sum =
      collect_list(m->sys->exprs, m->sys->eq[0].residual, m->s->scratch_arena);
  assert_int_equal(sum.n, 2);
  assert_true(sum.constant == -2);
  assert_string_equal(model_text_expr(m, sum.term[0].e), "x");
  assert_true(sum.term[0].factor == 1);
  assert_string_equal(model_text_expr(m, sum.term[1].e), "y");
  assert_true(sum.term[1].factor == 2);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_terms),
      cmocka_unit_test(test_products),
      cmocka_unit_test(test_long_sum),
      cmocka_unit_test(test_list),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
