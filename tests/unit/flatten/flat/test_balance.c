/* test_balance.c: counts of a hand-made model of components. */
#include "test.h"

#include "base/vector.h"
#include "flatten/flat/balance.h"
#include "flatten/flat/flat_check.h"
#include "flatten/flat/types.h"
#include "session_fixture.h"

typedef struct Sheet {
  SessionFixture *fixture;
  Session *s;
  FlatModel flat;
} Sheet;

static int32_t add_component(Sheet *m, const char *path, const char *class_name,
                             int32_t parent)
{
  FlatModel *flat = &m->flat;
  flat->component =
      vector_grow(m->s->flat_arena, flat->component, &flat->cap_components,
                  flat->n_components + 1, sizeof flat->component[0]);
  flat->component[flat->n_components] =
      (FlatComponent){.path = session_name(m->s, path),
                      .class_name = session_name(m->s, class_name),
                      .span = {0, 0, 3},
                      .parent = parent};
  return flat->n_components++;
}

static FlatVar *add_var(Sheet *m, int32_t component, const char *name)
{
  FlatModel *flat = &m->flat;
  flat->var = vector_grow(m->s->flat_arena, flat->var, &flat->cap_vars,
                          flat->n_vars + 1, sizeof flat->var[0]);
  const char *path = flat->component[component].path;
  const char *full =
      path[0] ? arena_printf(m->s->flat_arena, "%s.%s", path, name) : name;
  flat->var[flat->n_vars] = (FlatVar){.name = session_name(m->s, full),
                                      .span = NO_SPAN,
                                      .variability = FLAT_CONTINUOUS,
                                      .component = component};
  return &flat->var[flat->n_vars++];
}

static FlatExpr *number(Sheet *m, double value)
{
  Typing typing = {.arena = m->s->flat_arena};
  return types_real(&typing, (Span){0, 8, 13}, value);
}

/* Only the numbers of equations matter here. */
static void add_equations(Sheet *m, int32_t component, int n)
{
  FlatModel *flat = &m->flat;
  flat->equation =
      vector_grow(m->s->flat_arena, flat->equation, &flat->cap_equations,
                  flat->n_equations + n, sizeof flat->equation[0]);
  for (int i = 0; i < n; i++) {
    flat->equation[flat->n_equations++] =
        (FlatEquation){.span = {0, 4, 7},
                       .left = number(m, 0),
                       .right = number(m, 1),
                       .component = component};
  }
}

/* A component with two pins and one more variable. */
static int32_t add_two_pin(Sheet *m, const char *path, const char *class_name,
                           int n_equations)
{
  int32_t c = add_component(m, path, class_name, 0);
  add_var(m, c, "p.v");
  add_var(m, c, "p.i")->is_interface = true;
  add_var(m, c, "n.v");
  add_var(m, c, "n.i")->is_interface = true;
  add_var(m, c, "u");
  add_equations(m, c, n_equations);
  return c;
}

/* A source and a resistor in a ring without ground: p to p, n to n. */
static Sheet *sheet_create(int n_resistor_equations)
{
  Sheet *m = calloc(1, sizeof *m);
  m->fixture = session_fixture_create();
  m->s = m->fixture->s;
  session_fixture_source(m->fixture, "one two three four five six seven");
  m->flat.name = session_name(m->s, "Ring");
  m->flat.span = NO_SPAN;
  add_component(m, "", "Ring", -1);
  add_two_pin(m, "source", "Source", 3);
  add_two_pin(m, "r", "Resistor", n_resistor_equations);
  add_equations(m, 0, 4);
  flat_check(&m->flat);
  return m;
}

static void sheet_destroy(Sheet *m)
{
  session_fixture_destroy(m->fixture);
  free(m);
}

/* MLS 4.7, example 1: five unknowns, three equations and two from outside. */
static void test_balanced(void **state)
{
  (void)state;
  Sheet *m = sheet_create(3);
  Balance *local = balance_local(&m->flat, m->s->flat_arena);
  for (int i = 1; i < 3; i++) {
    assert_int_equal(local[i].n_unknowns, 5);
    assert_int_equal(local[i].n_equations, 5);
  }
  assert_int_equal(local[0].n_unknowns, 4);
  assert_int_equal(local[0].n_equations, 4);
  assert_int_equal(balance_global(&m->flat).n_unknowns, 10);
  assert_int_equal(balance_global(&m->flat).n_equations, 10);
  assert_true(balance_check(m->s, &m->flat));
  sheet_destroy(m);
}

static void test_missing_equation(void **state)
{
  (void)state;
  Sheet *m = sheet_create(2);
  add_two_pin(m, "other", "Resistor", 2);
  assert_false(balance_check(m->s, &m->flat));
  const char *messages = session_fixture_messages(m->fixture);
  assert_non_null(strstr(messages, "E302: the model 'Ring' has 11 equations "
                                   "for 15 unknowns"));
  assert_non_null(strstr(messages, "'r' (class Resistor) has 4 equations for "
                                   "5 unknowns of its own, like other"));
  assert_non_null(strstr(messages, "its unknowns: p.v, p.i, n.v, n.i, u"));
  assert_non_null(strstr(messages, "2 equations come from outside, one for "
                                   "each of p.i, n.i"));
  assert_non_null(strstr(messages, "a.mo:1:5"));
  assert_null(strstr(messages, "'source'"));
  sheet_destroy(m);
}

static void test_surplus_equation(void **state)
{
  (void)state;
  Sheet *m = sheet_create(3);
  m->flat.var[4].binding = number(m, 7);
  assert_false(balance_check(m->s, &m->flat));
  const char *messages = session_fixture_messages(m->fixture);
  assert_non_null(strstr(messages, "'source' (class Source) has 6 equations "
                                   "for 5 unknowns of its own"));
  assert_non_null(strstr(messages, "the value of u"));
  sheet_destroy(m);
}

/* The model itself is explained elsewhere. */
static void test_model_itself(void **state)
{
  (void)state;
  Sheet *m = sheet_create(3);
  add_var(m, 0, "x");
  assert_true(balance_check(m->s, &m->flat));
  Diagnostic *d = diagnostic_error(m->s, NO_SPAN, E302, "unbalanced");
  balance_explain(m->s, &m->flat, d);
  const char *messages = session_fixture_messages(m->fixture);
  assert_non_null(strstr(messages, "without its components the model has 4 "
                                   "equations for 5 unknowns"));
  sheet_destroy(m);
}

static void test_counts_of_components(void **state)
{
  (void)state;
  Sheet *m = sheet_create(3);
  Diagnostic *d = diagnostic_error(m->s, NO_SPAN, E301, "singular");
  balance_explain(m->s, &m->flat, d);
  const char *messages = session_fixture_messages(m->fixture);
  assert_non_null(
      strstr(messages, "'source' brings 3 equations for 5 unknowns"));
  assert_non_null(strstr(messages, "connections and the model itself bring 4 "
                                   "equations for 0 unknowns"));
  sheet_destroy(m);
}

/* Parameters, known inputs and initial equations do not count. */
static void test_what_counts(void **state)
{
  (void)state;
  Sheet *m = sheet_create(3);
  add_var(m, 0, "k")->variability = FLAT_PARAMETER;
  FlatVar *input = add_var(m, 0, "u");
  input->causality = FLAT_INPUT;
  input->is_interface = true;
  add_equations(m, 0, 1);
  m->flat.equation[m->flat.n_equations - 1].is_initial = true;
  Balance whole = balance_global(&m->flat);
  assert_int_equal(whole.n_unknowns, 10);
  assert_int_equal(whole.n_equations, 10);
  add_var(m, 0, "y")->binding = number(m, 2);
  whole = balance_global(&m->flat);
  assert_int_equal(whole.n_unknowns, 11);
  assert_int_equal(whole.n_equations, 11);
  sheet_destroy(m);
}

/* The interface of a component inside of a component counts there. */
static void test_hierarchy(void **state)
{
  (void)state;
  Sheet *m = sheet_create(3);
  int32_t box = add_two_pin(m, "box", "Box", 1);
  int32_t inner = add_component(m, "box.r", "Resistor", box);
  add_var(m, inner, "i")->is_interface = true;
  Balance *local = balance_local(&m->flat, m->s->flat_arena);
  assert_int_equal(local[box].n_unknowns, 6);
  assert_int_equal(local[box].n_equations, 3);
  assert_int_equal(local[inner].n_unknowns, 1);
  assert_int_equal(local[inner].n_equations, 1);
  sheet_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_balanced),
      cmocka_unit_test(test_missing_equation),
      cmocka_unit_test(test_surplus_equation),
      cmocka_unit_test(test_model_itself),
      cmocka_unit_test(test_counts_of_components),
      cmocka_unit_test(test_what_counts),
      cmocka_unit_test(test_hierarchy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
