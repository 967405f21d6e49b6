/* test_discrete.c: who defines which discrete variable. */
#include "test.h"

#include "model_text.h"

/* The definitions "i := 1; j := i", and the Real equations left. */
static void expect(const char *body, const char *definitions, int n_eqs)
{
  char text[400], got[300] = "";
  snprintf(text, sizeof text,
           "model M Integer i, j, k; Boolean b; "
           "Real x, y; equation %s end M;",
           body);
  ModelText *m = model_text_run(text, "alias");
  assert_true(m->ok);
  model_text_free(m);
  m = model_text_run(text, "discrete");
  for (int n = 0; n < m->sys->n_discrete_eqs; n++) {
    const Eq *eq = &m->sys->discrete_eq[n];
    if (n > 0) strcat(got, "; ");
    strcat(got, model_text_expr(m, eq->left));
    strcat(got, " := ");
    strcat(got, model_text_expr(m, eq->right));
  }
  assert_string_equal(got, definitions);
  assert_int_equal(m->sys->n_eqs, n_eqs);
  assert_int_equal(m->sys->n_given, n_eqs);
  model_text_free(m);
}

static void expect_refused(const char *text, const char *message)
{
  ModelText *m = model_text_run(text, "discrete");
  assert_false(m->ok);
  if (!strstr(model_text_messages(m), message)) {
    fail_msg("%s", model_text_messages(m));
  }
  model_text_free(m);
}

static void test_definitions(void **state)
{
  (void)state;
  expect("i = 1; 2 + i = j; k = j; b = time > 1; x = time; y = x*i;",
         "i := 1; j := 2 + i; k := j; b := 1 < time", 2);
}

/* i = j defines the one that nothing else defines, in any order. */
static void test_either_side(void **state)
{
  (void)state;
  expect("i = j; i = k; k = 3; b = true; x = 1; y = 1;",
         "j := i; i := k; k := 3; b := 1", 2);
  expect("k = 3; i = k; i = j; b = true; x = 1; y = 1;",
         "k := 3; i := k; j := i; b := 1", 2);
}

/* x = k defines x: k keeps its value between events, x might not. */
static void test_real_equations(void **state)
{
  (void)state;
  expect("x = k; k = if b then 1 else 2; b = time > 1; i = 1; j = 1; y = time;",
         "k := if b then 1 else 2; b := 1 < time; i := 1; j := 1", 2);
}

static void test_refusals(void **state)
{
  (void)state;
  expect_refused("model M Integer i; equation 2*i = 4; end M;",
                 "E306: an equation of Integer or Boolean type");
  expect_refused("model M Integer i; equation 2*i = 4; end M;",
                 "E306: the discrete variable 'i' has no equation");
  expect_refused("model M Integer i; equation i = 1; i = 2; end M;",
                 "'i' is defined by two equations");
  expect_refused("model M Boolean b; Real x; equation x = 1; end M;",
                 "the discrete variable 'b' has no equation");
  expect_refused("model M Integer i; initial equation i = 1; "
                 "equation i = 2; end M;",
                 "E306: an initial equation of Integer");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_definitions),
      cmocka_unit_test(test_either_side),
      cmocka_unit_test(test_real_equations),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
