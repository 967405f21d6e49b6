/* test_reduced_build.c: slots, FMI attributes, states, ModelStructure. */
#include "test.h"

#include "model_text.h"
#include "reduce/blocks/model_structure.h"

static const ReducedVar *row_of(const ModelText *m, const char *name)
{
  for (int k = 0; k < m->reduced->n_vars; k++) {
    if (strcmp(m->reduced->var[k].name, name) == 0) return &m->reduced->var[k];
  }
  fail_msg("no variable '%s'", name);
  return NULL;
}

static void expect_kind(const ModelText *m, const char *name,
                        FmiCausality causality, FmiVariability variability,
                        FmiInitial initial)
{
  const ReducedVar *v = row_of(m, name);
  if (v->causality != causality || v->variability != variability ||
      v->initial != initial) {
    fail_msg("%s is %d %d %d", name, v->causality, v->variability, v->initial);
  }
  bool has_start =
      causality == FMI_INPUT || initial == FMI_EXACT || initial == FMI_APPROX;
  assert_int_equal(v->has_start, has_start); /* FMI 2.0 section 2.2.7 */
}

static const char all_kinds[] =
    "model M constant Real c = 7; parameter Real p = 2; "
    "parameter Real q = 3*p; input Real u(start = 4); input Integer n; "
    "output Real y(unit = \"m\"); Real x(start = 1, fixed = true, "
    "nominal = 10, min = -5, max = 2*p); Real g(start = 0.5), k; Boolean b; "
    "equation der(x) = u*q; y = 2*x + c; g + sin(g) = x; k = n; "
    "b = x > 3; end M;";

static void test_kinds(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(all_kinds);
  expect_kind(m, "time", FMI_INDEPENDENT, FMI_CONTINUOUS, FMI_INITIAL_NONE);
  expect_kind(m, "c", FMI_LOCAL, FMI_CONSTANT, FMI_EXACT);
  expect_kind(m, "p", FMI_PARAMETER, FMI_TUNABLE, FMI_EXACT);
  expect_kind(m, "q", FMI_CALCULATED_PARAMETER, FMI_TUNABLE, FMI_CALCULATED);
  expect_kind(m, "u", FMI_INPUT, FMI_CONTINUOUS, FMI_INITIAL_NONE);
  expect_kind(m, "n", FMI_INPUT, FMI_DISCRETE, FMI_INITIAL_NONE);
  expect_kind(m, "y", FMI_OUTPUT, FMI_CONTINUOUS, FMI_CALCULATED);
  expect_kind(m, "x", FMI_LOCAL, FMI_CONTINUOUS, FMI_EXACT);
  expect_kind(m, "g", FMI_LOCAL, FMI_CONTINUOUS, FMI_APPROX);
  expect_kind(m, "b", FMI_LOCAL, FMI_DISCRETE, FMI_CALCULATED);
  expect_kind(m, "der(x)", FMI_LOCAL, FMI_CONTINUOUS, FMI_CALCULATED);
  model_text_free(m);
}

static void test_numbers(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(all_kinds);
  const ReducedVar *x = row_of(m, "x");
  assert_true(x->start == 1 && x->nominal == 10 && x->has_nominal);
  assert_true(x->has_min && x->min == -5 && x->has_max && x->max == 4);
  assert_true(row_of(m, "p")->start == 2);
  assert_true(row_of(m, "c")->start == 7);
  assert_true(row_of(m, "u")->start == 4);
  assert_true(row_of(m, "g")->start == 0.5);
  assert_false(row_of(m, "y")->has_min || row_of(m, "y")->has_nominal);
  assert_string_equal(row_of(m, "y")->attributes->unit, "m");
  assert_true(m->reduced->state_nominal[0] == 10);
  model_text_free(m);
}

/* Value references: one array per type, time is Real 0, no gaps. */
static void test_slots(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(all_kinds);
  const ReducedSystem *r = m->reduced;
  assert_int_equal(row_of(m, "time")->value_reference, 0);
  assert_int_equal(r->n_integer, 1);
  assert_int_equal(r->n_boolean, 1);
  int seen[64] = {0}, limit[] = {r->n_real, r->n_integer, r->n_boolean};
  for (int k = 0; k < r->n_vars; k++) {
    assert_in_range(r->var[k].value_reference, 0, limit[r->var[k].type] - 1);
    if (r->var[k].type == VAR_REAL) seen[r->var[k].value_reference]++;
  }
  for (int k = 0; k < r->n_real; k++) assert_int_equal(seen[k], 1);
  model_text_free(m);
}

/* x = y shares a slot; x = -z has its own and is computed last. */
static void test_aliases(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x(start = 1, fixed = true), y, z; "
                          "equation der(x) = -x; x = y; z = -x; end M;");
  const ReducedSystem *r = m->reduced;
  const ReducedVar *x = row_of(m, "x"), *y = row_of(m, "y");
  assert_true(y->is_alias && !x->is_alias && !row_of(m, "z")->is_alias);
  assert_int_equal(x->value_reference, y->value_reference);
  assert_int_not_equal(x->value_reference, row_of(m, "z")->value_reference);
  const ReducedBlock *last = &r->continuous.block[r->continuous.n_blocks - 1];
  assert_int_equal(last->unknown[0].i, model_text_var(m, "z").i);
  assert_string_equal(model_text_expr(m, last->value), "-x");
  last = &r->initial.block[r->initial.n_blocks - 1];
  assert_int_equal(last->unknown[0].i, model_text_var(m, "z").i);
  model_text_free(m);
}

static void test_states(void **state)
{
  (void)state;
  ModelText *m = model_text_complete("model M Real x(start = 1, fixed = true), "
                                     "v(start = 0, fixed = true), k; equation "
                                     "der(x) = v; der(v) = -x; k = v; end M;");
  const ReducedSystem *r = m->reduced;
  assert_int_equal(r->n_states, 2);
  assert_int_equal(r->state[0].i, model_text_var(m, "x").i);
  assert_int_equal(r->state[1].i, model_text_var(m, "v").i);
  assert_int_equal(r->derivative[0].i, model_text_var(m, "der(x)").i);
  assert_int_equal(r->slot[r->derivative[0].i], r->slot[r->state[1].i]);
  assert_true(row_of(m, "x")->is_state && row_of(m, "v")->is_state);
  assert_string_equal(r->var[row_of(m, "der(x)")->derivative_of].name, "x");
  assert_string_equal(r->var[row_of(m, "der(v)")->derivative_of].name, "v");
  assert_int_equal(row_of(m, "k")->derivative_of, -1);
  model_text_free(m);
}

static void expect_unknown(const ReducedSystem *r, const ReducedUnknown *u,
                           const char *name, const char *dependencies)
{
  char got[200] = "";
  assert_string_equal(r->var[u->var].name, name);
  for (int k = 0; k < u->n_dependencies; k++) {
    if (k > 0) {
      assert_true(u->dependency[k - 1] < u->dependency[k]);
      strcat(got, " ");
    }
    strcat(got, r->var[u->dependency[k]].name);
  }
  assert_string_equal(got, dependencies);
}

static void test_model_structure(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M parameter Real p = 2*q; parameter Real q = 1; input Real u; "
      "output Real y, z; Real x(start = 1, fixed = true); equation "
      "der(x) = u - p*x; y = 3*x; z = sin(time); end M;");
  const ReducedSystem *r = m->reduced;
  ModelStructure of =
      model_structure_find(r, m->s->reduced_arena, session_scratch(m->s));
  assert_int_equal(of.n_outputs, 2);
  expect_unknown(r, &of.output[0], "y", "x");
  expect_unknown(r, &of.output[1], "z", "time");
  assert_int_equal(of.n_derivatives, 1);
  expect_unknown(r, &of.derivatives[0], "der(x)", "u x");
  assert_int_equal(of.n_initial_unknowns, 4);
  expect_unknown(r, &of.initial_unknown[0], "p", "q");
  expect_unknown(r, &of.initial_unknown[1], "y", "x");
  expect_unknown(r, &of.initial_unknown[2], "z", "time");
  expect_unknown(r, &of.initial_unknown[3], "der(x)", "q u x");
  model_text_free(m);
}

static void test_header(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model Two_1 \"what it is\" Real x, y; equation "
                          "der(x) = -x; x = y; end Two_1;");
  assert_string_equal(m->reduced->name, "Two_1");
  assert_string_equal(m->reduced->identifier, "Two_1");
  assert_string_equal(m->reduced->description, "what it is");
  assert_int_equal(m->reduced->n_equations, 2);
  assert_int_equal(m->reduced->n_variables, 2);
  model_text_free(m);
}

static void expect_index(const char *body, int index)
{
  char text[400];
  snprintf(text, sizeof text, "model M Real x, y, z; equation %s end M;", body);
  ModelText *m = model_text_complete(text);
  assert_int_equal(m->reduced->index, index);
  model_text_free(m);
}

/* Of the model as it is written. */
static void test_index(void **state)
{
  (void)state;
  expect_index("der(x) = y; der(y) = z; der(z) = -x;", 0);
  expect_index("der(x) = 2*y; y = 3*x; z = x + y;", 1);
  expect_index("der(x) = y; y = 3*x; z = x + y;", 1);
  expect_index("der(x) = 2*z + y; x = sin(time); der(y) = -y;", 2);
  expect_index("der(x) = 2*y; der(y) = 2*z; x = sin(time);", 3);
  expect_index("der(x) = y; der(y) = z; x = sin(time);", 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),  cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_slots),  cmocka_unit_test(test_aliases),
      cmocka_unit_test(test_states), cmocka_unit_test(test_model_structure),
      cmocka_unit_test(test_header), cmocka_unit_test(test_index),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
