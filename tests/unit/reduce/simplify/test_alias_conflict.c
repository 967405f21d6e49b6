/* test_alias_conflict.c: reports on aliases that contradict each other. */
#include "test.h"

#include "model_text.h"
#include "text_pile.h"

static int count(const char *text, const char *word)
{
  int n = 0;
  while ((text = strstr(text, word)) != NULL) {
    n++;
    text += strlen(word);
  }
  return n;
}

/* The model gives `n` warnings; one of them holds the text (NULL: any). */
static void expect(const char *model, int n, const char *text)
{
  ModelText *m = model_text_run(model, "alias");
  const char *messages = model_text_messages(m);
  if (!m->ok || count(messages, "warning") != n ||
      (text && !strstr(messages, text))) {
    fail_msg("not '%s' in\n%s", text ? text : "nothing", messages);
  }
  model_text_free(m);
}

static void test_start_values(void **state)
{
  (void)state;
  expect("model M Real x(start = 1), y(start = 2), z; "
         "equation x = y; y = z; der(x) = 1; end M;",
         1,
         "a.mo:1:28: warning W301: 'y' and 'x' are the same variable, but have "
         "different start values, 2 and 1; the second one is used");
  expect("model M Real x(start = 1), y(start = 2); "
         "equation x = -y; der(x) = 1; end M;",
         1, "the same variable but for the sign");
  expect("model M Real x(start = 1), y(start = -1); "
         "equation x = -y; der(x) = 1; end M;",
         0, NULL);
  /* values of parameters, not their names */
  expect("model M parameter Real p = 1, q = p, r = 2; Real x(start = p), "
         "y(start = q), z(start = r); equation x = y; y = z; x = time; end M;",
         1, "W301: 'z' and 'y'");
}

static void test_fixed_ones_are_stronger(void **state)
{
  (void)state;
  expect("model M Real x(start = 1, fixed = true), y(start = 2); "
         "equation x = y; der(x) = 1; end M;",
         0, NULL);
}

static void expect_refused(const char *model, const char *text)
{
  ModelText *m = model_text_run(model, "alias");
  const char *messages = model_text_messages(m);
  assert_false(m->ok);
  if (!strstr(messages, text)) fail_msg("not '%s' in\n%s", text, messages);
  model_text_free(m);
}

/* Where x = 2*y would be refused, x = y is. */
static void test_fixed_ones_contradict(void **state)
{
  (void)state;
  expect_refused("model M Real x(start = 1), y(fixed = true), "
                 "z(start = 2, fixed = true); "
                 "equation x = y; y = z; der(x) = 1; end M;",
                 "E401: too many initial conditions: 'z' and 'y' are the same "
                 "variable, but fixed at 2 and 0");
  expect_refused("model M parameter Real p = 3; Real x(start = p, fixed = "
                 "true), y(start = 2, fixed = true); "
                 "equation x = -y; der(x) = 1; end M;",
                 "'y' and 'x' are the same variable but for the sign, but "
                 "fixed at 2 and 3");
  expect("model M Real x(start = 0.3, fixed = true), "
         "y(start = 0.1 + 0.2, fixed = true), z(start = -0.3, fixed = true); "
         "equation x = y; x = -z; der(x) = 1; end M;",
         0, NULL);
}

/* Of aliases that are fixed alike those are compared in the FMU that another
 * parameter may set apart. */
static void test_fixed_by_parameters(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M parameter Real p = 1, q = 1; Real w, x(start = p, fixed = true),"
      " y(start = q, fixed = true), z(start = p, fixed = true), u(start = q); "
      "equation w = x; x = y; y = z; u = z; der(w) = 1; end M;",
      "alias");
  assert_true(m->ok);
  assert_int_equal(m->sys->n_assertions, 1);
  const Assertion *a = &m->sys->assertion[0];
  assert_int_equal(a->moment, ASSERTION_INITIAL);
  assert_string_equal(
      a->message,
      "'y' and 'x' are the same variable, but fixed at different values");
  assert_string_equal(model_text_expr(m, a->condition),
                      "abs(q - p) <= 1e-06*(1e-06 + abs(p) + abs(q))");
  model_text_free(m);
}

static void test_values_of_types_are_weaker(void **state)
{
  (void)state;
#define TYPE "type T = Real(start = 288.15, nominal = 300); "
  const char *text = "model M " TYPE "T x, y(start = 300), z(nominal = 1e3); "
                     "equation x = y; y = z; der(x) = 1; end M;";
  expect(text, 0, NULL);
  ModelText *m = model_text_run(text, "alias");
  const Var *x = model_text_info(m, "x");
  assert_string_equal(model_text_expr(m, x->start), "300");
  assert_string_equal(model_text_expr(m, x->nominal), "1000");
  model_text_free(m);
}

static void test_nominal_values(void **state)
{
  (void)state;
  expect("model M Real x, y(nominal = 10), z(nominal = 20); "
         "equation x = -y; y = z; der(x) = 1; end M;",
         1,
         "W307: 'z' and 'y' are the same variable, but have different nominal "
         "values, 20 and 10");
  expect("model M Real x(nominal = 10), y(nominal = 10); "
         "equation x = -y; der(x) = 1; end M;",
         0, NULL);
}

static void test_bounds(void **state)
{
  (void)state;
  expect("model M Real x(max = 3), y(min = 4); "
         "equation x = y; der(x) = 1; end M;",
         1, "W308: 'y' and 'x'");
  expect("model M Real x(max = 3), y(min = -5, max = -4); "
         "equation x = -y; der(x) = 1; end M;",
         1, "no value is within the bounds of both");
  const char *text = "model M Real x(min = 0, max = 3), y(min = -2, max = 5); "
                     "equation x = -y; der(x) = 1; end M;";
  expect(text, 0, NULL);
  ModelText *m = model_text_run(text, "alias");
  const Var *x = model_text_info(m, "x");
  assert_string_equal(model_text_expr(m, x->min), "0");
  assert_string_equal(model_text_expr(m, x->max), "2");
  model_text_free(m);
}

static void test_units(void **state)
{
  (void)state;
  expect("model M Real x, y(unit = \"m\"), z(unit = \"mm\"); "
         "equation x = y; y = z; der(x) = 1; end M;",
         1,
         "W309: 'z' and 'y' are the same variable, but their units are "
         "'mm' and 'm'");
  expect("model M Real x(unit = \"K\"), y(unit = \"degC\"); "
         "equation x = y; der(x) = 1; end M;",
         1, "W309");
  expect("model M Real x(unit = \"N.m\"), y(unit = \"J/rad\"), z(unit = \"\"); "
         "equation x = y; y = z; der(x) = 1; end M;",
         0, NULL);
}

/* Once for each pair of declarations, and not for ever. */
static void test_not_too_many(void **state)
{
  (void)state;
  expect("model M Real x[50](each start = 1), y[50](each start = 2); "
         "equation x = y; der(x) = y; end M;",
         1, "'y[1]' and 'x[1]'");
  TextPile text = {.n = 0};
  text_pile_add(&text, "model M Real x(start = 0)");
  for (int k = 0; k < 30; k++)
    text_pile_add(&text, ", y%d(start = %d)", k, k + 1);
  text_pile_add(&text, "; equation der(x) = 1;");
  for (int k = 0; k < 30; k++) text_pile_add(&text, " x = y%d;", k);
  text_pile_add(&text, " end M;");
  expect(text.text, 21, "W301: and 10 more variables");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_start_values),
      cmocka_unit_test(test_fixed_ones_are_stronger),
      cmocka_unit_test(test_fixed_ones_contradict),
      cmocka_unit_test(test_fixed_by_parameters),
      cmocka_unit_test(test_values_of_types_are_weaker),
      cmocka_unit_test(test_nominal_values),
      cmocka_unit_test(test_bounds),
      cmocka_unit_test(test_units),
      cmocka_unit_test(test_not_too_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
