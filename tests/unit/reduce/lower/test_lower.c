/* test_lower.c: what becomes of a flat model, equation by equation. */
#include "test.h"

#include "model_text.h"

static ModelText *lowered(const char *text)
{
  return model_text_at(text, "lower");
}

/* The residual of the model's only equation. */
static void expect(const char *equation, const char *residual)
{
  char text[400];
  snprintf(text, sizeof text,
           "model M parameter Real p = 2; constant Real c = 3; Real x, y, z; "
           "parameter Integer n = 5; Boolean b; input Real u; "
           "equation %s; end M;",
           equation);
  ModelText *m = lowered(text);
  assert_int_equal(m->sys->n_eqs, 1);
  assert_string_equal(model_text_expr(m, m->sys->eq[0].residual), residual);
  model_text_free(m);
}

static void expect_refused(const char *declarations, const char *equation,
                           const char *message)
{
  char text[400];
  snprintf(text, sizeof text, "model M Real x; %s equation %s; end M;",
           declarations, equation);
  ModelText *m = model_text_run(text, "lower");
  assert_false(m->ok);
  if (!strstr(model_text_messages(m), message)) {
    fail_msg("%s", model_text_messages(m));
  }
  model_text_free(m);
}

static void test_equations_become_residuals(void **state)
{
  (void)state;
  expect("x = y", "x - y");
  expect("x = -y", "x + y");
  expect("0 = x + y", "-(x + y)");
  expect("x*y = p*c", "x*y - p*3");
  expect("der(x) = u", "der(x) - u");
  expect("x = n", "x - n");
  expect("x = time^2", "x - time^2");
  expect("x = atan2(y, sqrt(z))", "x - atan2(y, sqrt(z))");
  /* homotopy.c takes it apart */
  expect("x = homotopy(y, z)",
         "x - (if initial() then (if homotopy() < 1 then (if homotopy() <= 0 "
         "then z else homotopy()*y + (1 - homotopy())*z) else y) else y)");
  expect("x = smooth(1, y)", "x - y");
}

static void test_der(void **state)
{
  (void)state;
  expect("x = der(p)", "x");
  expect("x = der(3)", "x");
  expect("der(x*y) = p", "y*der(x) + x*der(y) - p");
  expect("der(der(x)) = y", "der(x,2) - y");
  expect("x = der(p*y + time)", "x - (p*der(y) + 1)");
  expect("der(x*u) = 1", "u*der(x) + x*der(u) - 1");
  expect_refused("", "x = der(delay(x, 1))",
                 "E303: the derivative of 'delay(x)' is not known");
  expect_refused("input Real u;", "x = der(der(der(der(u))))",
                 "E303: the derivative of 'der(u,3)' is not known");
}

/* a > b is b < a; the same relation has one number. */
static void test_event_relations(void **state)
{
  (void)state;
  ModelText *m = lowered(
      "model M Real x, y, z; equation "
      "x = if time > 1 then 1 else 2; "
      "y = if x >= time or time > 1 then 1 else 2; "
      "z = noEvent(if x < 2 then 1 else 2) + (if x <= 3 then 1 else 0); "
      "end M;");
  assert_int_equal(m->sys->n_relations, 3);
  assert_string_equal(model_text_expr(m, m->sys->relation[0].left), "1");
  assert_string_equal(model_text_expr(m, m->sys->relation[0].right), "time");
  assert_false(m->sys->relation[0].or_equal);
  assert_string_equal(model_text_expr(m, m->sys->relation[1].left), "time");
  assert_true(m->sys->relation[1].or_equal);
  assert_string_equal(model_text_expr(m, m->sys->relation[2].left), "x");
  model_text_free(m);
}

/* Parameters and Integers do not change while integrating. */
static void test_relations_without_events(void **state)
{
  (void)state;
  ModelText *m =
      lowered("model M parameter Real p = 1; Integer i; Real x, y; equation "
              "i = 3; x = if p > 2 then 1 else 2; y = if i > 2 then 1 else 2; "
              "end M;");
  assert_int_equal(m->sys->n_relations, 0);
  model_text_free(m);
}

static void test_rounding(void **state)
{
  (void)state;
  expect("x = noEvent(floor(y))", "x - floor(y)");
  expect("x = noEvent(mod(y, z))", "x - (y - floor(y/z)*z)");
  expect("x = div(n, 2)", "x - (if n/2 < 0 then ceil(n/2) else floor(n/2))");
  expect("x = sign(y) + abs(z)", "x - (sign(y) + abs(z))");
  ModelText *m = lowered("model M Real x = floor(time); end M;");
  assert_int_equal(m->sys->n_eqs, 2);
  assert_string_equal(
      model_text_expr(m, m->sys->eq[0].residual),
      "$floor1 - (if pre($floor1) + 1 <= time then max(floor(time), "
      "min(floor(time + 0.001), pre($floor1) + 1)) else if time < pre($floor1) "
      "then min(floor(time), max(-floor(0.001 - time) - 1, pre($floor1) - 1)) "
      "else pre($floor1))");
  assert_int_equal(m->sys->n_relations, 2);
  model_text_free(m);
}

static void test_bindings_of_variables(void **state)
{
  (void)state;
  ModelText *m = lowered("model M parameter Real p = 2*q; "
                         "parameter Real q = 3; constant Real c = 4; "
                         "Real x = p + c; Real y; equation y = x; end M;");
  assert_int_equal(m->sys->n_eqs, 2);
  assert_int_equal(m->sys->n_given, 2);
  assert_string_equal(model_text_expr(m, m->sys->eq[0].residual),
                      "x - (p + 4)");
  assert_string_equal(model_text_expr(m, model_text_info(m, "p")->binding),
                      "2*q");
  assert_int_equal(model_text_info(m, "p")->kind, VAR_PARAMETER);
  assert_int_equal(model_text_info(m, "c")->kind, VAR_CONSTANT);
  model_text_free(m);
}

static void test_constants_of_constants(void **state)
{
  (void)state;
  ModelText *m = lowered("model M constant Real a = b + 1; "
                         "constant Real b = 2; Real x = a; end M;");
  assert_string_equal(model_text_expr(m, m->sys->eq[0].residual), "x - 3");
  model_text_free(m);
}

static void test_attributes(void **state)
{
  (void)state;
  ModelText *m =
      lowered("model M parameter Real p = 2; Real x(start = p, fixed = true, "
              "nominal = 10, min = -p, max = 5, unit = \"m\", "
              "stateSelect = StateSelect.prefer) \"place\"; output Real y; "
              "equation der(x) = 1; y = x; end M;");
  const Var *x = model_text_info(m, "x");
  assert_string_equal(model_text_expr(m, x->start), "p");
  assert_string_equal(model_text_expr(m, x->nominal), "10");
  assert_string_equal(model_text_expr(m, x->min), "-p");
  assert_string_equal(model_text_expr(m, x->max), "5");
  assert_string_equal(x->attributes->unit, "m");
  assert_string_equal(x->attributes->description, "place");
  assert_true(x->fixed && x->has_fixed);
  assert_int_equal(x->state_select, STATE_PREFER);
  assert_true(model_text_info(m, "y")->is_output);
  assert_false(x->is_output);
  model_text_free(m);
}

/* The default of an input is its start value, not an equation. */
static void test_input_with_default(void **state)
{
  (void)state;
  ModelText *m = lowered("model M parameter Real p = 2; input Real u = 2*p; "
                         "Real x = u; end M;");
  assert_int_equal(m->sys->n_eqs, 1);
  const Var *u = model_text_info(m, "u");
  assert_int_equal(u->kind, VAR_INPUT);
  assert_string_equal(model_text_expr(m, u->start), "2*p");
  model_text_free(m);
  /* what changes with time is not left to the importer */
  m = lowered("model M input Real u = time; Real x = u; end M;");
  assert_int_equal(m->sys->n_eqs, 2);
  assert_int_equal(model_text_info(m, "u")->kind, VAR_CONTINUOUS);
  model_text_free(m);
}

static void test_discrete_kinds(void **state)
{
  (void)state;
  ModelText *m = lowered("model M Integer i; Boolean b; Real d; "
                         "equation i = 1; b = time > 2; d = i; end M;");
  assert_int_equal(model_text_info(m, "i")->kind, VAR_DISCRETE);
  assert_int_equal(model_text_info(m, "i")->type, VAR_INTEGER);
  assert_int_equal(model_text_info(m, "b")->type, VAR_BOOLEAN);
  assert_true(m->sys->eq[0].is_discrete);
  assert_true(m->sys->eq[1].is_discrete);
  assert_false(m->sys->eq[2].is_discrete);
  model_text_free(m);
}

static void test_values_are_needed(void **state)
{
  (void)state;
  expect_refused("parameter Real p;", "x = p",
                 "E403: the parameter 'p' has no value");
  ModelText *m = lowered("model M parameter Real p(start = 7); Real x = p; "
                         "end M;"); /* the start value counts as one */
  assert_string_equal(model_text_expr(m, model_text_info(m, "p")->binding),
                      "7");
  model_text_free(m);
  m = lowered("model M parameter Real p(start = 7, fixed = false); "
              "Real x = p; end M;"); /* not where initialization decides */
  assert_true(model_text_info(m, "p")->binding.i < 0);
  model_text_free(m);
}

static void test_initial_equations(void **state)
{
  (void)state;
  ModelText *m = lowered("model M Real x; initial equation der(x) = 0; "
                         "equation der(x) = 1 - x; end M;");
  assert_int_equal(m->sys->n_eqs, 1);
  assert_int_equal(m->sys->n_initial_eqs, 1);
  assert_string_equal(model_text_expr(m, m->sys->initial_eq[0].residual),
                      "der(x)");
  model_text_free(m);
}

static void test_experiment(void **state)
{
  (void)state;
  ModelText *m = lowered("model M Real x = 1; annotation(experiment("
                         "StartTime = 1, StopTime = 3, Tolerance = 1e-8, "
                         "Interval = 0.5)); end M;");
  const SystemExperiment *e = &m->sys->experiment;
  assert_true(e->has_start && e->has_stop && e->has_tolerance);
  assert_true(e->start == 1 && e->stop == 3 && e->tolerance == 1e-8);
  assert_true(e->has_interval && e->interval == 0.5);
  model_text_free(m);
}

/* x = y + y + ... with 50,000 terms: a left spine of that depth. */
static void test_long_sum(void **state)
{
  (void)state;
  enum { N = 50000 };
  char *text = malloc(N * 4 + 200), *at = text;
  at += sprintf(at, "model M Real x, y; equation y = time; x = y");
  for (int k = 0; k < N; k++) at += sprintf(at, " + y");
  sprintf(at, "; end M;");
  ModelText *m = lowered(text);
  assert_int_equal(m->sys->n_eqs, 2);
  assert_int_equal(expr_count(m->sys->exprs) > N, 1);
  model_text_free(m);
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equations_become_residuals),
      cmocka_unit_test(test_der),
      cmocka_unit_test(test_event_relations),
      cmocka_unit_test(test_relations_without_events),
      cmocka_unit_test(test_rounding),
      cmocka_unit_test(test_bindings_of_variables),
      cmocka_unit_test(test_constants_of_constants),
      cmocka_unit_test(test_attributes),
      cmocka_unit_test(test_input_with_default),
      cmocka_unit_test(test_discrete_kinds),
      cmocka_unit_test(test_values_are_needed),
      cmocka_unit_test(test_initial_equations),
      cmocka_unit_test(test_experiment),
      cmocka_unit_test(test_long_sum),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
