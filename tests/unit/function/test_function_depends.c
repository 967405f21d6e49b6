/* test_function_depends.c: which arguments the results of a function look at,
 * and what the reduction makes of it. */
#include "test.h"

#include "function/function_depends.h"
#include "model_text.h"

/* `expected` has an x for each input of the function F.f that counts. */
static void expect(const char *function, const char *expected)
{
  char text[2000], found[32] = "";
  snprintf(text, sizeof text,
           "package F function g input Real u; input Real v; output Real y; "
           "algorithm y := 0; for i in 1:3 loop y := y + u; end for; "
           "annotation(Inline = false); end g; "
           "function f input Real a; input Real b; input Real c; %s "
           "annotation(Inline = false); end f; end F; "
           "model M Real x = F.f(time, 2*time, 3*time); end M;",
           function);
  ModelText *m = model_text_at(text, "lower");
  FunctionTable *table = m->sys->functions;
  for (int k = 0; k < table->n_functions; k++) {
    if (strcmp(table->function[k]->name, "F.f") != 0) continue;
    const bool *on = function_depends(table, k);
    for (int i = 0; i < 3; i++) found[i] = on[i] ? 'x' : '-';
  }
  assert_string_equal(found, expected);
  model_text_free(m);
}

static void test_values(void **state)
{
  (void)state;
  expect("output Real y; algorithm y := b;", "-x-");
  expect("output Real y; protected Real t; algorithm t := c; t := t + 1; "
         "y := a + 0*b; ",
         "x--");
  expect("output Real y; protected Real t; algorithm y := 0; t := a; "
         "while t < 5 loop y := y + c; t := t + 1; end while;",
         "x-x");
}

static void test_branches(void **state)
{
  (void)state;
  expect("output Real y; algorithm if a > 0 then y := 1; else y := 2; end if;",
         "x--");
  expect("output Real y; protected Real t; algorithm y := b; "
         "if a > 0 then t := c; else t := 1; end if;",
         "xx-");
}

static void test_failures(void **state)
{
  (void)state;
  expect("output Real y; algorithm assert(c > 0, \"c\"); y := b;", "-xx");
  expect("output Real y; protected Real v[2]; Real t; algorithm y := b; "
         "v := {1, 2}; t := v[integer(a)];",
         "xx-");
}

static void test_calls(void **state)
{
  (void)state;
  expect("output Real y; algorithm y := g(b, c);", "-x-");
}

#define HANDED                                                                 \
  "function f input Real u[2]; input Real t; output Real s; algorithm "        \
  "s := u[1]; annotation(Inline = false, derivative(noDerivative = u) = f1); " \
  "end f; "                                                                    \
  "function f1 input Real u[2]; input Real t; input Real dt; output Real "     \
  "v; algorithm v := u[2]; end f1; "

/* The derivative of the third equation holds no y', but y is not a state. */
static void test_derivative_arguments_top(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M " HANDED "Real x(start = 1, fixed = true), y, v; "
      "equation der(x) = -x; v = der(y); x = f({y, v}, time); end M;",
      "reduced");
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  assert_string_equal(model_text_states(m), "x");
  model_text_free(m);
}

/* a is computed from y: in y = f({x, a}) it would close a loop. */
static void test_trimmed(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M " HANDED "Real x(start = 1, fixed = true), y, a; "
      "equation der(x) = -x; y = f({x, a}, time); a = 2*y; end M;",
      "reduced");
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  const ReducedBlock *b = model_text_block(m, &m->reduced->continuous, "y");
  assert_int_equal(b->kind, BLOCK_ASSIGN);
  assert_string_equal(model_text_expr(m, b->value), "M.f(x, 0, 0)");
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_branches),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_calls),
      cmocka_unit_test(test_derivative_arguments_top),
      cmocka_unit_test(test_trimmed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
