/* test_initial.c: which start values are conditions, what is solved for. */
#include "test.h"

#include "model_text.h"

/* How the variable gets its value at the start. */
static FmiInitial initial_of(const ModelText *m, const char *name)
{
  VarId v = model_text_var(m, name);
  for (int k = 0; k < m->reduced->n_vars; k++) {
    if (var_same(m->reduced->var[k].var, v)) return m->reduced->var[k].initial;
  }
  fail_msg("no variable '%s' in the result", name);
  return FMI_INITIAL_NONE;
}

static void expect_exact(const ModelText *m, const char *name, bool exact)
{
  assert_int_equal(initial_of(m, name) == FMI_EXACT, exact);
  bool solved = model_text_block(m, &m->reduced->initial, name) != NULL;
  assert_int_equal(solved, !exact);
}

static void test_fixed(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x(start = 1, fixed = true), "
                          "v(start = 2, fixed = true); equation der(x) = v; "
                          "der(v) = -x; end M;");
  assert_string_equal(model_text_messages(m), "");
  expect_exact(m, "x", true);
  expect_exact(m, "v", true);
  model_text_free(m);
}

static void test_missing_conditions(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x(start = 1), v(start = 2); "
                          "equation der(x) = v; der(v) = -x; end M;");
  assert_non_null(strstr(model_text_messages(m),
                         "warning W401: 2 initial conditions are missing; "
                         "the start values of x, v are used"));
  expect_exact(m, "x", true);
  expect_exact(m, "v", true);
  model_text_free(m);
}

/* der(x) = 0 gives x; its start value is only a guess. */
static void test_steady_state(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x(start = 3); initial equation "
                          "der(x) = 0; equation der(x) = 1 - x - x^3; end M;");
  assert_string_equal(model_text_messages(m), "");
  expect_exact(m, "x", false);
  assert_int_equal(initial_of(m, "x"), FMI_APPROX);
  model_text_free(m);
}

/* y is fixed, so x follows from it although x is the state. */
static void test_fixed_output(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x(start = 7), y(start = 4, "
                          "fixed = true); equation der(x) = -x; y = 2*x + 1; "
                          "end M;");
  assert_string_equal(model_text_messages(m), "");
  expect_exact(m, "y", true);
  expect_exact(m, "x", false);
  model_text_free(m);
}

/* With equal wishes the state that has a start value keeps it. */
static void test_who_keeps_its_start_value(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x(start = 1), y; initial equation "
                          "x + 2*y = 5; equation der(x) = -x; der(y) = -y; "
                          "end M;");
  expect_exact(m, "x", true);
  expect_exact(m, "y", false);
  model_text_free(m);
  m = model_text_complete(
      "model M Real x(start = 1), y(stateSelect = "
      "StateSelect.prefer); initial equation x + 2*y = 5; equation "
      "der(x) = -x; der(y) = -y; end M;");
  expect_exact(m, "y", true);
  model_text_free(m);
}

/* What follows from the rest is left out, and becomes an assertion. */
static void test_redundant_condition(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x(start = 1, fixed = true), y(start = "
                          "2, fixed = true); equation der(x) = -x; y = 2*x; "
                          "end M;");
  assert_non_null(strstr(model_text_messages(m), "warning W403"));
  assert_int_equal(m->sys->n_assertions, 1);
  assert_int_equal(m->sys->assertion[0].moment, ASSERTION_INITIAL);
  model_text_free(m);
}

static void test_too_many_conditions(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M\n Real x(start = 1, fixed = true);\n Real y(start = 3, "
      "fixed = true);\nequation\n der(x) = -x;\n y = 2*x;\nend M;",
      "reduced");
  assert_false(m->ok);
  const char *text = model_text_messages(m);
  assert_non_null(strstr(text, "E401: too many initial conditions"));
  assert_non_null(strstr(text, "'x' is fixed at its start value 1"));
  assert_non_null(strstr(text, "'y' is fixed at its start value 3"));
  model_text_free(m);
}

static void test_too_many_initial_equations(void **state)
{
  (void)state;
  ModelText *m = model_text_run(
      "model M\n Real x;\ninitial equation\n x = 1;\n der(x) = 0;\n"
      "equation\n der(x) = 3 - x;\nend M;",
      "reduced");
  assert_false(m->ok);
  assert_non_null(strstr(model_text_messages(m),
                         "E401: too many initial conditions: 3 equations for "
                         "2 unknowns"));
  model_text_free(m);
}

/* Index 3: constraint and hidden constraint take two of four conditions. */
static void test_pendulum(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M Real x(start = 0.6, fixed = true), y(start = -0.8), "
      "vx(fixed = true), vy, lam; equation der(x) = vx; der(y) = vy; "
      "der(vx) = -lam*x; der(vy) = -lam*y - 1; x^2 + y^2 = 1; end M;");
  assert_string_equal(model_text_messages(m), "");
  expect_exact(m, "x", true);
  expect_exact(m, "vx", true);
  expect_exact(m, "y", false);
  expect_exact(m, "vy", false);
  model_text_free(m);
}

/* A start value that depends on a parameter is computed again. */
static void test_starts_of_parameters(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M parameter Real p = 2; Real x(start = 3*p, "
                          "fixed = true), y(start = 1, fixed = true); "
                          "equation der(x) = 1; der(y) = 1; end M;");
  assert_int_equal(m->reduced->n_starts, 1);
  assert_int_equal(m->reduced->start[0].var.i, model_text_var(m, "x").i);
  assert_string_equal(model_text_expr(m, m->reduced->start[0].value), "3*p");
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fixed),
      cmocka_unit_test(test_missing_conditions),
      cmocka_unit_test(test_steady_state),
      cmocka_unit_test(test_fixed_output),
      cmocka_unit_test(test_who_keeps_its_start_value),
      cmocka_unit_test(test_redundant_condition),
      cmocka_unit_test(test_too_many_conditions),
      cmocka_unit_test(test_too_many_initial_equations),
      cmocka_unit_test(test_pendulum),
      cmocka_unit_test(test_starts_of_parameters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
