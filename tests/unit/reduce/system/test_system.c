/* test_system.c: chains of variables and equations, made by hand. */
#include "test.h"

#include "reduce/system/system.h"
#include "reduce/system/system_check.h"
#include "session_fixture.h"

typedef struct Hand {
  SessionFixture *fixture;
  Session *s;
  System *sys;
} Hand;

static int begin(void **state)
{
  static Hand h;
  h.fixture = session_fixture_create();
  h.s = h.fixture->s;
  h.sys = system_create(h.s);
  h.sys->name = session_name(h.s, "Hand");
  *state = &h;
  return 0;
}

static int end(void **state)
{
  session_fixture_destroy(((Hand *)*state)->fixture);
  return 0;
}

static VarId real(Hand *h, const char *name)
{
  return system_add_var(h->sys, session_name(h->s, name));
}

static void test_a_new_variable_is_empty(void **state)
{
  Hand *h = *state;
  VarId id = real(h, "x");
  const Var *x = &h->sys->var[id.i];
  assert_string_equal(x->name, "x");
  assert_int_equal(x->kind, VAR_CONTINUOUS);
  assert_int_equal(x->derivative.i, -1);
  assert_int_equal(x->integral.i, -1);
  assert_int_equal(x->alias_of.i, -1);
  assert_int_equal(x->start.i, -1);
  assert_int_equal(x->binding.i, -1);
  assert_int_equal(x->set, -1);
  assert_int_equal(x->state_select, STATE_DEFAULT);
}

static void test_derivative_names(void **state)
{
  Hand *h = *state;
  VarId x = real(h, "body.x");
  VarId d = system_derivative(h->sys, h->s, x);
  VarId dd = system_derivative(h->sys, h->s, d);
  VarId ddd = system_derivative(h->sys, h->s, dd);
  assert_string_equal(h->sys->var[d.i].name, "der(body.x)");
  assert_string_equal(h->sys->var[dd.i].name, "der(body.x,2)");
  assert_string_equal(h->sys->var[ddd.i].name, "der(body.x,3)");
  assert_int_equal(system_derivative(h->sys, h->s, x).i, d.i); /* made once */
  system_check(h->sys);
}

/* Where a variable of the model is a derivative, names start again there. */
static void test_derivative_of_a_named_derivative(void **state)
{
  Hand *h = *state;
  VarId x = real(h, "x"), v = real(h, "v");
  h->sys->var[x.i].derivative = v;
  h->sys->var[v.i].integral = x;
  VarId a = system_derivative(h->sys, h->s, v);
  assert_string_equal(h->sys->var[a.i].name, "der(v)");
  VarId j = system_derivative(h->sys, h->s, a);
  assert_string_equal(h->sys->var[j.i].name, "der(v,2)");
  assert_int_equal(system_order(h->sys, j), 3);
}

static void test_orders(void **state)
{
  Hand *h = *state;
  VarId x = real(h, "x");
  VarId d = system_derivative(h->sys, h->s, x);
  VarId dd = system_derivative(h->sys, h->s, d);
  assert_int_equal(system_order(h->sys, x), 0);
  assert_int_equal(system_order(h->sys, dd), 2);
  assert_int_equal(system_integral(h->sys, dd, 0).i, dd.i);
  assert_int_equal(system_integral(h->sys, dd, 2).i, x.i);
  assert_int_equal(system_integral(h->sys, dd, 3).i, -1);
  ExprId residual = expr_var(h->sys->exprs, x);
  EqId e = system_add_eq(h->sys, residual, NO_SPAN);
  EqId de = system_add_eq(h->sys, expr_var(h->sys->exprs, d), NO_SPAN);
  h->sys->eq[e.i].derivative = de;
  h->sys->eq[de.i].integral = e;
  h->sys->n_given = 1;
  assert_int_equal(system_eq_order(h->sys, e), 0);
  assert_int_equal(system_eq_order(h->sys, de), 1);
  assert_int_equal(system_eq_integral(h->sys, de, 1).i, e.i);
  assert_int_equal(system_eq_integral(h->sys, de, 2).i, -1);
  system_check(h->sys);
}

static void test_unknowns(void **state)
{
  Hand *h = *state;
  static const struct {
    VarKind kind;
    bool unknown;
  } row[] = {{VAR_CONSTANT, false},
             {VAR_PARAMETER, false},
             {VAR_INPUT, false},
             {VAR_DISCRETE, true},
             {VAR_CONTINUOUS, true}};
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    VarId v = real(h, "v");
    h->sys->var[v.i].kind = row[k].kind;
    assert_int_equal(system_is_unknown(h->sys, v), row[k].unknown);
  }
  VarId x = real(h, "x"), y = real(h, "y");
  h->sys->var[y.i].alias_of = x;
  assert_false(system_is_unknown(h->sys, y));
}

/* Ids stay good while the arrays grow. */
static void test_many_variables(void **state)
{
  Hand *h = *state;
  VarId first = real(h, "first");
  for (int k = 0; k < 10000; k++) {
    VarId v = real(h, "v");
    system_derivative(h->sys, h->s, v);
  }
  assert_int_equal(h->sys->n_vars, 20001);
  assert_string_equal(h->sys->var[first.i].name, "first");
  system_check(h->sys);
}

int main(void)
{
#define HAND(test) cmocka_unit_test_setup_teardown(test, begin, end)
  const struct CMUnitTest tests[] = {
      HAND(test_a_new_variable_is_empty),
      HAND(test_derivative_names),
      HAND(test_derivative_of_a_named_derivative),
      HAND(test_orders),
      HAND(test_unknowns),
      HAND(test_many_variables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
