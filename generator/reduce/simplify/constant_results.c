/* constant_results.c: marks what matters, then asks each call once. */
#include "reduce/simplify/constant_results.h"

#include "base/vector.h"
#include "function/function_constant.h"
#include "reduce/system/incidence.h"
#include "symbolic/walk.h"

typedef struct Results {
  System *sys;
  Walk *walk;
  Arena *arena;   /* apart from the walk's, which takes back what it gives */
  bool *matters;  /* [n_vars] it occurs beside a derivative */
  int n_exprs;    /* that there were at first */
  int32_t *asked; /* [n_exprs] by call: its number in found, from 1; or NULL */
  PartlyKnown *found; /* is_known NULL: nothing */
  int n_found, cap_found;
} Results;

/* --- what matters --- */

static bool constant_results_may_change(const Eq *eq)
{
  return !eq->is_discrete && !eq->is_when && !eq->has_start_residual;
}

static IntList vars_of(const Results *r, const Eq *eq)
{
  return incidence_of(r->sys, r->walk, eq->residual, true, r->arena);
}

static bool constant_results_has_derivative(const Results *r, IntList vars)
{
  for (int k = 0; k < vars.n; k++) {
    if (r->sys->var[vars.item[k]].integral.i >= 0) return true;
  }
  return false;
}

static bool holds_what_matters(const Results *r, IntList vars)
{
  for (int k = 0; k < vars.n; k++) {
    if (r->matters[vars.item[k]]) return true;
  }
  return false;
}

static void mark_what_matters(Results *r)
{
  for (int i = 0; i < r->sys->n_eqs; i++) {
    ArenaMark mark = arena_mark(r->arena);
    IntList vars = vars_of(r, &r->sys->eq[i]);
    bool is_marked = constant_results_has_derivative(r, vars);
    for (int k = 0; is_marked && k < vars.n; k++)
      r->matters[vars.item[k]] = true;
    arena_release(mark);
  }
}

/* --- calls --- */

static PartlyKnown results_create(Arena *arena, int n)
{
  size_t size = (size_t)n + 1;
  return (PartlyKnown){arena_array(arena, size, sizeof(double)),
                       arena_array(arena, size, sizeof(bool))};
}

/* The results of a call; is_known NULL: there is nothing to be known. */
static PartlyKnown ask_call(const Results *r, ExprId call)
{
  ExprTable *t = r->sys->exprs;
  int function = expr_node(t, call)->index, n = call_n_args(t, call);
  int n_known = 0;
  ExprId *arg = arena_array(r->arena, (size_t)n + 1, sizeof arg[0]);
  PartlyKnown given = results_create(r->arena, n);
  call_args(t, call, arg);
  for (int k = 0; k < n; k++) {
    given.is_known[k] = expr_is_const(t, arg[k], &given.value[k]);
    n_known += given.is_known[k];
  }
  if (n_known == 0) return (PartlyKnown){NULL, NULL};
  PartlyKnown result = results_create(
      r->arena, r->sys->functions->function[function]->n_outputs);
  bool good = function_constant(r->sys->functions, function, given, result);
  return good ? result : (PartlyKnown){NULL, NULL};
}

static PartlyKnown ask_once(Results *r, ExprId call)
{
  size_t n = (size_t)r->n_exprs + 1;
  if (!r->asked) r->asked = arena_array(r->arena, n, sizeof r->asked[0]);
  if (r->asked[call.i] == 0) {
    r->found = vector_grow(r->arena, r->found, &r->cap_found, r->n_found + 1,
                           sizeof r->found[0]);
    r->found[r->n_found++] = ask_call(r, call);
    r->asked[call.i] = r->n_found;
  }
  return r->found[r->asked[call.i] - 1];
}

static ExprId number_or_result(void *context, ExprTable *t, ExprId call, int k)
{
  Results *r = context;
  bool is_new = call.i >= r->n_exprs; /* with numbers among its arguments */
  PartlyKnown found = is_new ? ask_call(r, call) : ask_once(r, call);
  bool is_number = found.is_known && found.is_known[k];
  return is_number ? expr_const(t, found.value[k]) : call_result(t, call, k);
}

static bool calls_something(const Results *r, ExprId e)
{
  walk_from(r->walk, e, true);
  for (int k = 0; k < r->walk->n_nodes; k++) {
    if (expr_node(r->sys->exprs, r->walk->node[k])->op == EXPR_CALL)
      return true;
  }
  return false;
}

static void constant_results_look_at(Results *r, Eq *eq)
{
  if (!constant_results_may_change(eq) || !calls_something(r, eq->residual))
    return;
  IntList vars = vars_of(r, eq);
  if (!constant_results_has_derivative(r, vars) && !holds_what_matters(r, vars))
    return;
  ExprId now = walk_replace_results(r->walk, eq->residual, number_or_result, r);
  if (incidence_of(r->sys, r->walk, now, true, r->arena).n == 0) return;
  eq->residual = now;
}

void constant_results(System *sys, Session *s)
{
  if (!sys->functions || sys->functions->n_functions == 0) return;
  Arena *arena = arena_create("constant results");
  ArenaMark mark = arena_mark(session_scratch(s));
  Results r = {.sys = sys, .arena = arena};
  r.n_exprs = expr_count(sys->exprs);
  r.walk = walk_create(sys->exprs, session_scratch(s));
  r.matters = arena_array(arena, (size_t)sys->n_vars + 1, sizeof(bool));
  mark_what_matters(&r);
  for (int i = 0; i < sys->n_eqs; i++)
    constant_results_look_at(&r, &sys->eq[i]);
  arena_release(mark);
  arena_destroy(arena);
}
