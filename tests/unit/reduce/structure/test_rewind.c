/* test_rewind.c: differentiation taken back, and derivatives that nothing
 * needs any more. */
#include "test.h"

#include "model_text.h"
#include "reduce/structure/rewind.h"
#include "reduce/system/system_check.h"

static ExprId expr_of(ModelText *m, const char *name)
{
  return expr_var(m->sys->exprs, model_text_var(m, name));
}

static bool is_there(const ModelText *m, const char *name)
{
  for (int i = 0; i < m->sys->n_vars; i++) {
    const Var *v = &m->sys->var[i];
    if (strcmp(v->name, name) == 0 && v->kind != VAR_ABSENT) return true;
  }
  return false;
}

/* --- rewind_system --- */

static ModelText *differentiated(void)
{
  ModelText *m = model_text_unmerged(model_text_pendulum, "pantelides");
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  return m;
}

/* The pendulum's constraint is differentiated twice, which introduces second
 * derivatives of x and y; without the new residual both are gone again. */
static void test_taken_back(void **state)
{
  (void)state;
  ModelText *m = differentiated();
  System *sys = m->sys;
  int n_given = sys->n_given;
  assert_true(sys->n_eqs > n_given);
  assert_true(is_there(m, "der(x,2)") && is_there(m, "der(y,2)"));
  Walk *walk = walk_create(sys->exprs, m->s->scratch_arena);
  rewind_system(sys, m->s, walk, NULL, 0);
  system_check(sys);
  assert_int_equal(sys->n_eqs, n_given);
  assert_int_equal(sys->n_given, n_given);
  for (int k = 0; k < n_given; k++) {
    assert_int_equal(sys->eq[k].derivative.i, -1);
  }
  assert_false(is_there(m, "der(x,2)") || is_there(m, "der(y,2)"));
  assert_true(is_there(m, "der(x)") && is_there(m, "der(vx)"));
  model_text_free(m);
}

/* A residual that holds a derivative which differentiation made: that one is
 * made again, the other is not. */
static void test_new_residual(void **state)
{
  (void)state;
  ModelText *m = differentiated();
  System *sys = m->sys;
  ExprTable *t = sys->exprs;
  EqId constraint = {sys->n_given - 1};
  CombinationTerm term = {constraint, 0, expr_of(m, "der(x,2)")};
  Combination c = {.replaced = constraint,
                   .term = &term,
                   .n_terms = 1,
                   .residual =
                       expr_sub(t, expr_of(m, "der(x,2)"), expr_of(m, "lam"))};
  Walk *walk = walk_create(t, m->s->scratch_arena);
  rewind_system(sys, m->s, walk, &c, 1);
  system_check(sys);
  const Eq *eq = &sys->eq[constraint.i];
  assert_string_equal(model_text_expr(m, eq->residual), "der(x,2) - lam");
  assert_string_equal(model_text_expr(m, term.factor), "der(x,2)");
  assert_true(eq->left.i < 0 && eq->right.i < 0); /* no equation of the text */
  assert_true(model_text_info(m, "der(x,2)")->is_generated);
  assert_int_equal(model_text_info(m, "der(x)")->derivative.i,
                   model_text_var(m, "der(x,2)").i);
  assert_false(is_there(m, "der(y,2)"));
  assert_int_equal(model_text_info(m, "der(y)")->derivative.i, -1);
  model_text_free(m);
}

/* --- rewind_drop_unneeded --- */

/* Puts the expression somewhere into the system. */
typedef void Hold(System *sys, ExprId e);

static void in_equation(System *sys, ExprId e)
{
  sys->eq[1].residual = e;
}

static void in_start_residual(System *sys, ExprId e)
{
  sys->eq[1].has_start_residual = true;
  sys->eq[1].start_residual = e;
}

static void in_discrete_equation(System *sys, ExprId e)
{
  sys->discrete_eq = arena_array(sys->arena, 1, sizeof sys->discrete_eq[0]);
  sys->discrete_eq[0] = sys->eq[1];
  sys->discrete_eq[0].right = e;
  sys->n_discrete_eqs = 1;
}

static void in_initial_equation(System *sys, ExprId e)
{
  sys->initial_eq = arena_array(sys->arena, 1, sizeof sys->initial_eq[0]);
  sys->initial_eq[0] = sys->eq[1];
  sys->initial_eq[0].residual = e;
  sys->n_initial_eqs = 1;
}

static void in_initial_discrete_equation(System *sys, ExprId e)
{
  Eq *eq = arena_array(sys->arena, 1, sizeof *eq);
  *eq = (Eq){.residual = NO_EXPR, .left = NO_EXPR, .right = e};
  sys->initial_discrete_eq = eq;
  sys->n_initial_discrete_eqs = 1;
}

static void in_monitor(System *sys, ExprId e)
{
  sys->monitor = arena_array(sys->arena, 1, sizeof sys->monitor[0]);
  sys->monitor[0] = (Monitor){.var = {0}, .residual = e};
  sys->n_monitors = 1;
}

static void in_delay(System *sys, ExprId e)
{
  VarId v = expr_node(sys->exprs, e)->var;
  sys->delay = arena_array(sys->arena, 1, sizeof sys->delay[0]);
  sys->delay[0] = (Delay){.x = v, .T = {0}, .longest = {0}, .y = {0}};
  sys->n_delays = 1;
}

static void in_transport(System *sys, ExprId e)
{
  VarId v = expr_node(sys->exprs, e)->var;
  sys->transport = arena_array(sys->arena, 1, sizeof sys->transport[0]);
  sys->transport[0] = (Transport){.in1 = v};
  sys->n_transports = 1;
}

static void in_assertion(System *sys, ExprId e)
{
  sys->assertion = arena_array(sys->arena, 1, sizeof sys->assertion[0]);
  sys->assertion[0] = (Assertion){.condition = e, .message = ""};
  sys->n_assertions = 1;
}

static void add_reinit(System *sys, ExprId active, ExprId value)
{
  sys->reinit = arena_array(sys->arena, 1, sizeof sys->reinit[0]);
  sys->reinit[0] = (Reinit){(VarId){0}, active, value, NO_SPAN};
  sys->n_reinits = 1;
}

static void in_reinit_condition(System *sys, ExprId e)
{
  add_reinit(sys, e, expr_const(sys->exprs, 1));
}

static void in_reinit_value(System *sys, ExprId e)
{
  add_reinit(sys, expr_const(sys->exprs, 1), e);
}

static void add_relation(System *sys, ExprId left, ExprId right)
{
  sys->relation = arena_array(sys->arena, 1, sizeof sys->relation[0]);
  sys->relation[0] =
      (EventRelation){.left = left, .right = right, .event_time = NO_EXPR};
  sys->n_relations = 1;
}

static void on_the_left(System *sys, ExprId e)
{
  add_relation(sys, e, expr_const(sys->exprs, 1));
}

static void on_the_right(System *sys, ExprId e)
{
  add_relation(sys, expr_const(sys->exprs, 1), e);
}

static void as_alias(System *sys, ExprId e)
{
  sys->var[1].alias_of = expr_node(sys->exprs, e)->var;
}

static void nowhere(System *sys, ExprId e)
{
  (void)sys;
  (void)e;
}

/* x and y of the model have chains of two derivatives; der(x) is held, so
 * der(x,2) goes alone. */
static void expect_kept(Hold *hold, const char *where, bool kept)
{
  ModelText *m = model_text_at(
      "model M Real x, y, z; equation x = time; y = 1; z = 2; end M;", "lower");
  System *sys = m->sys;
  const char *const name[] = {"x", "z"};
  for (int k = 0; k < 2; k++) {
    VarId d = system_derivative(sys, m->s, model_text_var(m, name[k]));
    system_derivative(sys, m->s, d);
  }
  hold(sys, expr_of(m, "der(x)"));
  Walk *walk = walk_create(sys->exprs, m->s->scratch_arena);
  rewind_drop_unneeded(sys, walk, m->s->scratch_arena);
  if (is_there(m, "der(x)") != kept) {
    fail_msg("der(x) %s: it is %s", where, kept ? "gone" : "there");
  }
  assert_false(is_there(m, "der(x,2)"));
  assert_false(is_there(m, "der(z)") || is_there(m, "der(z,2)"));
  assert_true(is_there(m, "x") && is_there(m, "z"));
  model_text_free(m);
}

static void test_dropped(void **state)
{
  (void)state;
  expect_kept(nowhere, "nowhere", false);
  expect_kept(in_equation, "in an equation", true);
  expect_kept(in_start_residual, "in the residual of the start", true);
  expect_kept(in_discrete_equation, "in a discrete equation", true);
  expect_kept(in_initial_equation, "in an initial equation", true);
  expect_kept(in_initial_discrete_equation, "at the start", true);
  expect_kept(in_monitor, "in the residual of a constraint", true);
  expect_kept(in_delay, "as what is delayed", true);
  expect_kept(in_transport, "as what is moved", true);
  expect_kept(in_assertion, "in an assertion", true);
  expect_kept(in_reinit_condition, "in the condition of reinit()", true);
  expect_kept(in_reinit_value, "in the value of reinit()", true);
  expect_kept(on_the_left, "on the left of a relation", true);
  expect_kept(on_the_right, "on the right of a relation", true);
  expect_kept(as_alias, "as what an alias stands for", true);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_taken_back),
      cmocka_unit_test(test_new_residual),
      cmocka_unit_test(test_dropped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
