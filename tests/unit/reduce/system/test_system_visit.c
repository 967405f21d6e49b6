/* test_system_visit.c: everything that a system holds is visited, once. */
#include "test.h"

#include "model_text.h"
#include "reduce/system/system_visit.h"

/* A model with all that text can give. */
static const char everything[] =
    "model M\n"
    "  parameter Real p = 2*q, q = 3;\n"
    "  Real x(start = q, min = -q, max = 4*q, nominal = 5*q), y, z, w;\n"
    "  discrete Real n(start = 1); Boolean b;\n"
    "initial equation\n"
    "  x = 6*q; pre(n) = 7*q;\n"
    "equation\n"
    "  der(x) = -8*p*x; y = delay(x, 0.1); b = x < 9*q;\n"
    "  z = homotopy(x^3, x); w = 10*x;\n"
    "  when sample(0, 0.5*q) then n = pre(n) + 11*q; end when;\n"
    "  when b then reinit(x, 12*q); end when;\n"
    "  assert(x < 13*q, \"far\");\n"
    "end M;";

enum { N_PLACES = PLACE_NOMINAL + 1, N_LINKS = LINK_TOLERANCE + 1 };

typedef struct Seen {
  int n[N_PLACES];
} Seen;

static bool any_place(ExprPlace place)
{
  (void)place;
  return true;
}

static bool only_bindings(ExprPlace place)
{
  return place == PLACE_BINDING;
}

static void count(void *context, ExprPlace place, int at, ExprId e)
{
  assert_true(e.i >= 0 && at >= 0);
  ((Seen *)context)->n[place]++;
}

/* Counted by hand, list by list. */
static int eq_fields(const Eq *eq, int n)
{
  int found = 0;
  for (int k = 0; k < n; k++) {
    found += (eq[k].residual.i >= 0) + (eq[k].left.i >= 0) +
             (eq[k].right.i >= 0) + eq[k].has_start_residual;
  }
  return found;
}

static void test_counts(void **state)
{
  (void)state;
  ModelText *m = model_text_at(everything, "discrete");
  const System *sys = m->sys;
  Seen seen = {{0}};
  system_read_expressions(sys, any_place, count, &seen);
  assert_int_equal(seen.n[PLACE_IN_EQUATION], sys->n_eqs);
  assert_int_equal(seen.n[PLACE_IN_START_RESIDUAL], 1);
  assert_int_equal(seen.n[PLACE_IN_EQUATION] + seen.n[PLACE_IN_START_RESIDUAL] +
                       seen.n[PLACE_AS_WRITTEN],
                   eq_fields(sys->eq, sys->n_eqs));
  assert_int_equal(seen.n[PLACE_IN_INITIAL], 1);
  assert_int_equal(seen.n[PLACE_INITIAL_AS_WRITTEN], 2);
  assert_int_equal(seen.n[PLACE_DISCRETE_VALUE], sys->n_discrete_eqs);
  assert_int_equal(seen.n[PLACE_DISCRETE_VARIABLE], sys->n_discrete_eqs);
  assert_int_equal(seen.n[PLACE_INITIAL_DISCRETE_VALUE], 1);
  assert_int_equal(seen.n[PLACE_INITIAL_DISCRETE_VARIABLE], 1);
  assert_int_equal(seen.n[PLACE_IN_ASSERTION], sys->n_assertions);
  assert_int_equal(seen.n[PLACE_REINIT_ACTIVE], 1);
  assert_int_equal(seen.n[PLACE_REINIT_VALUE], 1);
  assert_int_equal(seen.n[PLACE_IN_RELATION], 2 * sys->n_relations);
  assert_int_equal(seen.n[PLACE_IN_SAMPLE], 2);
  assert_true(seen.n[PLACE_BINDING] >= 2 && seen.n[PLACE_START] >= 2);
  assert_int_equal(seen.n[PLACE_BOUND], 2);
  assert_int_equal(seen.n[PLACE_NOMINAL], 1);
  model_text_free(m);
}

static void test_filter(void **state)
{
  (void)state;
  ModelText *m = model_text_at(everything, "discrete");
  Seen seen = {{0}};
  system_read_expressions(m->sys, only_bindings, count, &seen);
  for (int k = 0; k < N_PLACES; k++) {
    assert_int_equal(seen.n[k] > 0, k == PLACE_BINDING);
  }
  model_text_free(m);
}

/* --- rewriting --- */

static void to_number(void *context, ExprPlace place, int at, ExprId *e)
{
  (void)at;
  *e = expr_const(context, 1000 + (int)place);
}

/* Every field is reached by its own pointer: nothing else is left. */
static void test_rewrite(void **state)
{
  (void)state;
  ModelText *m = model_text_at(everything, "discrete");
  System *sys = m->sys;
  system_each_expression(sys, any_place, to_number, sys->exprs);
  const Var *x = model_text_info(m, "x");
  double value;
  const struct {
    ExprId e;
    ExprPlace place;
  } row[] = {
      {sys->eq[0].residual, PLACE_IN_EQUATION},
      {sys->eq[0].left, PLACE_AS_WRITTEN},
      {sys->eq[0].right, PLACE_AS_WRITTEN},
      {sys->initial_eq[0].residual, PLACE_IN_INITIAL},
      {sys->discrete_eq[0].right, PLACE_DISCRETE_VALUE},
      {sys->discrete_eq[0].residual, PLACE_BEFORE_SPLIT},
      {sys->initial_discrete_eq[0].right, PLACE_INITIAL_DISCRETE_VALUE},
      {sys->assertion[0].condition, PLACE_IN_ASSERTION},
      {sys->reinit[0].active, PLACE_REINIT_ACTIVE},
      {sys->reinit[0].value, PLACE_REINIT_VALUE},
      {sys->relation[0].left, PLACE_IN_RELATION},
      {sys->relation[0].right, PLACE_IN_RELATION},
      {sys->sample[0].start, PLACE_IN_SAMPLE},
      {sys->sample[0].interval, PLACE_IN_SAMPLE},
      {x->start, PLACE_START},
      {x->min, PLACE_BOUND},
      {x->max, PLACE_BOUND},
      {x->nominal, PLACE_NOMINAL},
      {model_text_info(m, "p")->binding, PLACE_BINDING},
  };
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    assert_true(expr_is_const(sys->exprs, row[k].e, &value));
    assert_int_equal((int)value, 1000 + (int)row[k].place);
  }
  model_text_free(m);
}

/* --- what the index reduction adds --- */

static void test_reduction(void **state)
{
  (void)state;
  ModelText *m = model_text_at(everything, "discrete");
  System *sys = m->sys;
  ExprId e = expr_const(sys->exprs, 1);
  ExprId residual[3] = {e, e, NO_EXPR};
  int order[2] = {2, 1};
  SelectionSet set = {.order = order,
                      .n_rows = 2,
                      .n_levels = 2,
                      .residual =
                          (ExprId[]){residual[0], residual[1], e, residual[2]}};
  CombinationTerm term[2] = {{.factor = e}, {.factor = e}};
  Combination combination = {
      .residual = e, .before = NO_EXPR, .term = term, .n_terms = 2};
  Monitor monitor = {.residual = e};
  sys->set = &set;
  sys->combination = &combination;
  sys->monitor = &monitor;
  sys->n_sets = sys->n_combinations = sys->n_monitors = 1;
  Seen seen = {{0}};
  system_read_expressions(sys, any_place, count, &seen);
  assert_int_equal(seen.n[PLACE_IN_SET], 3);
  assert_int_equal(seen.n[PLACE_IN_COMBINATION], 3);
  assert_int_equal(seen.n[PLACE_IN_MONITOR], 1);
  model_text_free(m);
}

/* --- references to variables --- */

typedef struct Links {
  int n[N_LINKS];
} Links;

static bool any_link(VarLink link)
{
  (void)link;
  return true;
}

static void count_link(void *context, VarLink link, int at, VarId v)
{
  assert_true(v.i >= 0 && at >= 0);
  ((Links *)context)->n[link]++;
}

static void test_links(void **state)
{
  (void)state;
  ModelText *m = model_text_at(everything, "discrete");
  System *sys = m->sys;
  VarId v = {0}, list[] = {v, v, v, v, v, v};
  CoordinateFrame frame = {
      .tied = list, .along = list, .entry = list, .n_columns = 3, .n_along = 2};
  Transport transport = {.in0 = v, .point = list, .value = list, .n_points = 4};
  sys->frame = &frame;
  sys->transport = &transport;
  Jump jump = {.impulse = v};
  sys->jump = &jump;
  sys->n_frames = sys->n_transports = sys->n_jumps = 1;
  sys->experiment.tolerance_parameter = v;
  Links seen = {{0}};
  system_read_variables(sys, any_link, count_link, &seen);
  assert_int_equal(seen.n[LINK_IN_CHAIN], 2); /* x and der(x) */
  assert_true(seen.n[LINK_IN_PRE] >= 4 && seen.n[LINK_IN_PRE] % 2 == 0);
  assert_int_equal(seen.n[LINK_REINIT_STATE], 1);
  assert_int_equal(seen.n[LINK_SAMPLED], 1);
  assert_int_equal(seen.n[LINK_DELAYED], 1);
  assert_int_equal(seen.n[LINK_DELAY_TIME], 1);
  assert_int_equal(seen.n[LINK_DELAY_LONGEST], 1);
  assert_int_equal(seen.n[LINK_DELAY_RESULT], 1);
  assert_int_equal(seen.n[LINK_TRANSPORTED], 2);
  assert_int_equal(seen.n[LINK_TRANSPORT_MOTION], 2);
  assert_int_equal(seen.n[LINK_TRANSPORT_PROFILE], 8);
  assert_int_equal(seen.n[LINK_TRANSPORT_RESULT], 1);
  assert_int_equal(seen.n[LINK_FRAME_TIED], 3);
  assert_int_equal(seen.n[LINK_FRAME_ALONG], 2);
  assert_int_equal(seen.n[LINK_FRAME_ENTRY], 6);
  assert_int_equal(seen.n[LINK_IMPULSE], 1);
  assert_int_equal(seen.n[LINK_OF_SYSTEM], 1); /* homotopy() */
  assert_int_equal(seen.n[LINK_TOLERANCE], 1);
  model_text_free(m);
}

/* --- lists --- */

/* Every list has a length of its own: damaged one by one, each is seen. */
static void test_lists(void **state)
{
  (void)state;
  ModelText *m = model_text_at(everything, "discrete");
  System *sys = m->sys;
  int *const length[N_SYSTEM_LISTS] = {
      [LIST_VARIABLES] = &sys->n_vars,
      [LIST_EQUATIONS] = &sys->n_eqs,
      [LIST_DISCRETE] = &sys->n_discrete_eqs,
      [LIST_INITIAL] = &sys->n_initial_eqs,
      [LIST_INITIAL_DISCRETE] = &sys->n_initial_discrete_eqs,
      [LIST_RELATIONS] = &sys->n_relations,
      [LIST_SAMPLES] = &sys->n_samples,
      [LIST_REINITS] = &sys->n_reinits,
      [LIST_ASSERTIONS] = &sys->n_assertions,
      [LIST_DELAYS] = &sys->n_delays,
      [LIST_TRANSPORTS] = &sys->n_transports,
      [LIST_MONITORS] = &sys->n_monitors,
      [LIST_SETS] = &sys->n_sets,
      [LIST_FRAMES] = &sys->n_frames,
      [LIST_JUMPS] = &sys->n_jumps,
      [LIST_STEPS] = &sys->n_steps,
      [LIST_COMBINATIONS] = &sys->n_combinations,
  };
  for (int k = 0; k < N_SYSTEM_LISTS; k++) {
    assert_non_null(length[k]);
    int before = *length[k];
    *length[k] = 1000 + k;
    assert_int_equal(system_list_length(sys, (SystemList)k), 1000 + k);
    *length[k] = before;
  }
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counts),  cmocka_unit_test(test_filter),
      cmocka_unit_test(test_rewrite), cmocka_unit_test(test_reduction),
      cmocka_unit_test(test_links),   cmocka_unit_test(test_lists),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
