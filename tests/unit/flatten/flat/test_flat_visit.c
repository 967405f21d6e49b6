/* test_flat_visit.c: every expression of a flat model is reached at its place,
 * and can be replaced there. */
#include "test.h"

#include "flat_fixture.h"
#include "flatten/flat/flat_repeat.h"
#include "flatten/flat/flat_visit.h"

enum { N_PLACES = FLAT_AT_EXTERNAL + 1, N_LINKS = FLAT_LINK_TOLERANCE + 1 };

/* Something at each place; what a Modelica text cannot leave in a flat model
 * (clocks, tables, external code) is put there by the tests. */
static const char everything[] =
    "model M\n"
    "  function f input Real u; output Real y; protected Real a[2];\n"
    "  algorithm for i in 1:2 loop a[i] := u; end for;\n"
    "    y := if u > 0 then a[1] else a[2]; annotation(Inline = false);\n"
    "  end f;\n"
    "  connector C Real e; flow Real i; end C;\n"
    "  C c, d;\n"
    "  parameter Real p = 2;\n"
    "  parameter Real tol = 1e-4;\n"
    "  Real x(start = p, min = -1, max = 7, nominal = 3, fixed = true);\n"
    "  Real y, z, w[3]; discrete Real k; Boolean b;\n"
    "initial equation\n"
    "  k = p;\n"
    "equation\n"
    "  connect(c, d); c.e = x; \n"
    "  der(x) = -f(x);\n"
    "  z = y;\n"
    "  for i in 1:3 loop w[i] = i*x; end for;\n"
    "  assert(x < 100, \"large\");\n"
    "  when x > 5 then\n"
    "    if x > 4 then reinit(x, 1); end if; k = 1;\n"
    "  end when;\n"
    "algorithm\n"
    "  y := x; when x > 3 then b := not b; end when;\n"
    "  annotation(experiment(Tolerance = tol));\n"
    "end M;\n";

typedef struct Seen {
  int n[N_PLACES];
} Seen;

static bool any_place(FlatPlace place)
{
  (void)place;
  return true;
}

static bool only_starts(FlatPlace place)
{
  return place == FLAT_AT_START;
}

static void count(void *context, FlatPlace place, int at, const FlatExpr *e)
{
  assert_true(e != NULL && at >= 0);
  ((Seen *)context)->n[place]++;
}

static Seen seen_in(const FlatModel *flat, FlatTakes *takes)
{
  Seen seen = {{0}};
  flat_read_expressions(flat, takes, count, &seen);
  return seen;
}

static void test_counts(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(everything);
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  Seen seen = seen_in(f->flat, any_place);
  assert_int_equal(seen.n[FLAT_AT_BINDING], 2);
  assert_int_equal(seen.n[FLAT_AT_START], 1);
  assert_int_equal(seen.n[FLAT_AT_NOMINAL], 1);
  assert_int_equal(seen.n[FLAT_AT_BOUND], 2);
  assert_int_equal(seen.n[FLAT_AT_FIXED], 1);
  int n_sides = seen.n[FLAT_AT_SIDE] + seen.n[FLAT_AT_INITIAL_SIDE] +
                seen.n[FLAT_AT_RESULT_SIDE];
  assert_int_equal(n_sides, 2 * f->flat->n_equations);
  assert_int_equal(seen.n[FLAT_AT_INITIAL_SIDE], 2);
  assert_int_equal(seen.n[FLAT_AT_RESULT_SIDE], 4); /* y and b */
  assert_int_equal(seen.n[FLAT_AT_CLOCK], 0);
  assert_true(seen.n[FLAT_AT_SHOWN] > 0);
  assert_int_equal(seen.n[FLAT_AT_WHEN_CONDITION], 1);
  assert_int_equal(seen.n[FLAT_AT_GUARD], 1);
  assert_int_equal(seen.n[FLAT_AT_TARGET], 2);
  assert_int_equal(seen.n[FLAT_AT_VALUE], 2);
  assert_int_equal(seen.n[FLAT_AT_ASSERTION], f->flat->n_assertions);
  assert_true(seen.n[FLAT_AT_STATEMENT] > 4);
  assert_int_equal(seen.n[FLAT_AT_WRITTEN_CONDITION], 1);
  flat_fixture_destroy(f);
}

static void test_filter(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(everything);
  Seen seen = seen_in(f->flat, only_starts);
  for (int k = 0; k < N_PLACES; k++) {
    assert_int_equal(seen.n[k] > 0, k == FLAT_AT_START);
  }
  flat_fixture_destroy(f);
}

/* --- families --- */

static bool only_sides(FlatPlace place)
{
  return place == FLAT_AT_SIDE;
}

enum { N_TURNS = 20 };

typedef struct Members {
  const FlatModel *flat;
  int seen[N_TURNS]; /* w[i], at i - 1 */
} Members;

static void see_member(void *context, FlatPlace place, int at,
                       const FlatExpr *e)
{
  Members *m = context;
  int i;
  assert_int_equal(place, FLAT_AT_SIDE);
  assert_non_null(m->flat->equation[at].repeat);
  if (e->kind != FLAT_EXPR_VARIABLE) return;
  if (sscanf(m->flat->var[e->variable.i].name, "w[%d]", &i) == 1) {
    m->seen[i - 1]++;
  }
}

/* Each equation of a family is read with its own variables. */
static void test_family(void **state)
{
  (void)state;
  FlatFixture *f =
      flat_fixture_create("model M Real w[20], v[20] = fill(time, 20); equation"
                          " for i in 1:20 loop w[i] = 2*v[i]; end for; end M;");
  assert_true(f->flat->n_repeats > 0);
  Members m = {.flat = f->flat};
  flat_read_expressions(f->flat, only_sides, see_member, &m);
  for (int k = 0; k < N_TURNS; k++) assert_int_equal(m.seen[k], 1);
  flat_fixture_destroy(f);
}

/* --- rewriting --- */

typedef struct Marks {
  FlatExpr mark[N_PLACES];
} Marks;

static void put_mark(void *context, FlatPlace place, int at, FlatExpr **e)
{
  (void)at;
  *e = &((Marks *)context)->mark[place];
}

/* Every field is reached by its own pointer: nothing else is left. */
static void test_rewrite(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(everything);
  FlatModel *flat = (FlatModel *)f->flat;
  flat_unfold(flat, f->s->flat_arena);
  FlatVar *x = (FlatVar *)flat_fixture_var(f, "x");
  FlatExpr *before = x->start;
  flat->equation[0].clock = before;
  flat->assertion[0].subscript = before;
  FlatProcedure *p = flat->procedure[0];
  FlatLocal *local = p->local; /* of the first one: one slot at least */
  local->constant = &before;
  local->n = 1;
  FlatExternalArgument arg = {.value = before}, record = {.value = before};
  FlatExternal external = {.arg = &arg, .n_args = 1, .record = &record};
  p->body.item[0].external = &external;
  Marks marks;
  flat_each_expression(flat, any_place, put_mark, &marks);
  const FlatWhenBranch *branch = flat->when[0].branch;
  const FlatExpr *found[][2] = {
      {flat_fixture_var(f, "p")->binding, &marks.mark[FLAT_AT_BINDING]},
      {x->start, &marks.mark[FLAT_AT_START]},
      {x->nominal, &marks.mark[FLAT_AT_NOMINAL]},
      {x->min, &marks.mark[FLAT_AT_BOUND]},
      {x->max, &marks.mark[FLAT_AT_BOUND]},
      {x->fixed, &marks.mark[FLAT_AT_FIXED]},
      {flat->equation[0].clock, &marks.mark[FLAT_AT_CLOCK]},
      {branch->condition[0], &marks.mark[FLAT_AT_WHEN_CONDITION]},
      {branch->action[0].guard, &marks.mark[FLAT_AT_GUARD]},
      {branch->action[0].target, &marks.mark[FLAT_AT_TARGET]},
      {branch->action[0].value, &marks.mark[FLAT_AT_VALUE]},
      {flat->assertion[0].condition, &marks.mark[FLAT_AT_ASSERTION]},
      {flat->assertion[0].subscript, &marks.mark[FLAT_AT_SUBSCRIPT]},
      {before, &marks.mark[FLAT_AT_TABLE]},
      {arg.value, &marks.mark[FLAT_AT_EXTERNAL]},
      {record.value, &marks.mark[FLAT_AT_EXTERNAL]},
  };
  for (size_t k = 0; k < sizeof found / sizeof found[0]; k++) {
    if (found[k][0] != found[k][1]) fail_msg("row %zu", k);
  }
  for (int k = 0; k < flat->n_equations; k++) {
    const FlatEquation *equation = &flat->equation[k];
    const FlatExpr *mark =
        &marks.mark[equation->algorithm > 0 ? FLAT_AT_RESULT_SIDE
                    : equation->is_initial  ? FLAT_AT_INITIAL_SIDE
                                            : FLAT_AT_SIDE];
    assert_ptr_equal(equation->left, mark);
    assert_ptr_equal(equation->right, mark);
  }
  flat_fixture_destroy(f);
}

/* --- a visit that adds variables --- */

static bool only_bindings(FlatPlace place)
{
  return place == FLAT_AT_BINDING;
}

typedef struct Adding {
  FlatModel *flat;
  FlatVar *list; /* where it was before */
  int n_visits;
} Adding;

/* The list moves to another place, with one variable more. */
static void add_variable(void *context, FlatPlace place, int at, FlatExpr **e)
{
  Adding *a = context;
  FlatModel *flat = a->flat;
  (void)place, (void)at;
  FlatVar *moved = calloc((size_t)flat->n_vars + 1, sizeof moved[0]);
  memcpy(moved, flat->var, (size_t)flat->n_vars * sizeof moved[0]);
  moved[flat->n_vars] = (FlatVar){.name = "added", .binding = *e};
  if (a->n_visits++ > 0) free(a->list);
  a->list = flat->var = moved;
  flat->n_vars++;
  *e = NULL;
}

static void test_added(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model M parameter Real p = 1; Real x = p; Real y = x; end M;");
  FlatModel *flat = (FlatModel *)f->flat;
  Adding a = {.flat = flat};
  flat_each_expression(flat, only_bindings, add_variable, &a);
  assert_int_equal(a.n_visits, 3); /* none of those that were added */
  for (int i = 0; i < 3; i++) assert_null(flat->var[i].binding);
  assert_int_equal(flat->n_vars, 6);
  free(a.list);
  flat_fixture_destroy(f);
}

/* --- references to variables --- */

static void count_link(void *context, FlatLink link, int at, FlatVarId id)
{
  assert_true(id.i >= 0 && at >= 0);
  ((int *)context)[link]++;
}

static void test_links(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(everything);
  int seen[N_LINKS] = {0};
  flat_read_variables(f->flat, count_link, seen);
  int n_members = 0;
  for (int k = 0; k < f->flat->n_connection_sets; k++) {
    n_members += f->flat->connection_set[k].n_members;
  }
  assert_true(n_members >= 4);
  assert_int_equal(seen[FLAT_LINK_MEMBER], n_members);
  assert_int_equal(seen[FLAT_LINK_ASSIGNED], 2); /* y and b */
  assert_int_equal(seen[FLAT_LINK_TOLERANCE], 1);
  flat_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counts), cmocka_unit_test(test_filter),
      cmocka_unit_test(test_family), cmocka_unit_test(test_rewrite),
      cmocka_unit_test(test_added),  cmocka_unit_test(test_links),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
