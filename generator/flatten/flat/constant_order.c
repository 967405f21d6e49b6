/* constant_order.c: a depth-first search for the order of the constants that
 * an expression needs. Its stack is in the scratch arena: chains of constants
 * are as long as the file makes them. */
#include <assert.h>

#include "base/vector.h"
#include "flatten/flat/constant_eval.h"

/* A constant on the way, with the variables its binding mentions. Branches
 * are looked at when their condition has a value: two parameters may each be
 * the other one's default, and a third one says which of them is given. */
typedef struct Visit {
  FlatVarId id; /* i < 0: the expression that asks */
  FlatVarId *need;
  int n_needs, cap_needs, next;
  const FlatExpr **fork; /* conditionals whose condition is among the needs */
  int n_forks, cap_forks, next_fork;
  bool has_call; /* of a procedure */
} Visit;

typedef struct Search {
  ConstantTable *t;
  Arena *arena;
  Visit *visit;
  int n_visits, cap_visits;
  const FlatExpr **walk; /* expressions still to be scanned for variables */
  int n_walk, cap_walk;
} Search;

static void walk_push(Search *search, const FlatExpr *expr)
{
  search->walk = vector_grow(search->arena, search->walk, &search->cap_walk,
                             search->n_walk + 1, sizeof search->walk[0]);
  search->walk[search->n_walk++] = expr;
}

static void constant_order_add_need(Search *search, Visit *visit, FlatVarId id)
{
  visit->need = vector_grow(search->arena, visit->need, &visit->cap_needs,
                            visit->n_needs + 1, sizeof visit->need[0]);
  visit->need[visit->n_needs++] = id;
}

static void add_fork(Search *search, Visit *visit, const FlatExpr *expr)
{
  visit->fork = vector_grow(search->arena, visit->fork, &visit->cap_forks,
                            visit->n_forks + 1, sizeof visit->fork[0]);
  visit->fork[visit->n_forks++] = expr;
}

/* Of a conditional what its condition needs. */
static void collect_needs(Search *search, Visit *visit, const FlatExpr *expr)
{
  walk_push(search, expr);
  while (search->n_walk > 0) {
    const FlatExpr *at = search->walk[--search->n_walk];
    bool is_fork = at->kind == FLAT_EXPR_IF;
    if (at->kind == FLAT_EXPR_VARIABLE)
      constant_order_add_need(search, visit, at->variable);
    if (at->kind == FLAT_EXPR_RESULT) visit->has_call = true;
    if (is_fork) add_fork(search, visit, at);
    int n = is_fork ? 1 : at->n_args;
    for (int i = n - 1; i >= 0; i--) walk_push(search, at->arg[i]);
  }
}

/* No procedure is called here. */
static bool has_value(Search *search, const FlatExpr *expr)
{
  bool has = true;
  walk_push(search, expr);
  while (search->n_walk > 0) {
    const FlatExpr *at = search->walk[--search->n_walk];
    has &= at->kind == FLAT_EXPR_VARIABLE
               ? search->t->value[at->variable.i] != NULL
               : types_is_literal(at) || at->kind == FLAT_EXPR_IF ||
                     at->kind == FLAT_EXPR_CALL;
    for (int i = 0; i < at->n_args; i++) walk_push(search, at->arg[i]);
  }
  return has;
}

/* The branch that is chosen, or both where that is not known. */
static void constant_order_collect_branches(Search *search, Visit *visit,
                                            const FlatExpr *fork)
{
  assert(fork->kind == FLAT_EXPR_IF);
  const FlatExpr *condition = has_value(search, fork->arg[0])
                                  ? constant_eval_known(search->t, fork->arg[0])
                                  : NULL;
  for (int i = 1; i <= 2; i++) {
    if (!condition || condition->boolean == (i == 1))
      collect_needs(search, visit, fork->arg[i]);
  }
}

static void push_visit(Search *search, FlatVarId id, const FlatExpr *expr)
{
  search->visit = vector_grow(search->arena, search->visit, &search->cap_visits,
                              search->n_visits + 1, sizeof search->visit[0]);
  Visit *visit = &search->visit[search->n_visits++];
  *visit = (Visit){.id = id};
  if (id.i >= 0) search->t->state[id.i] = CONSTANT_ACTIVE;
  collect_needs(search, visit, expr);
}

static bool is_known_kind(const FlatVar *var)
{
  return var->variability == FLAT_CONSTANT ||
         (var->variability == FLAT_PARAMETER && var->evaluated);
}

#define CYCLE_SHOWN 8 /* members of a cycle that are named */

static void constant_order_report_cycle(Search *search, FlatVarId id)
{
  const Faults *faults = search->t->typing.faults;
  const FlatVar *var = search->t->flat->var;
  int first = search->n_visits - 1;
  assert(search->n_visits > 0);
  while (search->visit[first].id.i != id.i) first--;
  Diagnostic *d =
      fault_error(faults, var[id.i].span, E206,
                  "the value of '%s' depends on itself", var[id.i].name);
  for (int i = first; i < search->n_visits; i++) {
    if (i - first == CYCLE_SHOWN) {
      fault_note(faults, d, NO_SPAN, "and so on, %d in all",
                 search->n_visits - first);
      return;
    }
    bool is_last = i == search->n_visits - 1;
    const FlatVar *needed = &var[is_last ? id.i : search->visit[i + 1].id.i];
    fault_note(faults, d, needed->span, "'%s' needs '%s'",
               var[search->visit[i].id.i].name, needed->name);
  }
}

static void fail_cycle(Search *search, FlatVarId id)
{
  constant_order_report_cycle(search, id);
  for (int i = search->n_visits - 1; i >= 0; i--) {
    FlatVarId member = search->visit[i].id;
    if (member.i >= 0) search->t->state[member.i] = CONSTANT_FAILED;
    if (member.i == id.i) break;
  }
}

/* `final parameter Real b = 2*a` follows a, which may be changeable. */
static bool is_runtime(const ConstantTable *t, const Visit *visit)
{
  if (t->flat->var[visit->id.i].variability == FLAT_CONSTANT) return false;
  for (int k = 0; k < visit->n_needs; k++) {
    ConstantState state = t->state[visit->need[k].i];
    if (state != CONSTANT_KNOWN && state != CONSTANT_FAILED) return true;
  }
  return false;
}

static void finish_visit(Search *search, const Visit *visit)
{
  assert(visit == &search->visit[search->n_visits - 1]);
  ConstantTable *t = search->t;
  int i = visit->id.i;
  search->n_visits--;
  if (i < 0 || t->state[i] != CONSTANT_ACTIVE) return;
  if (is_runtime(t, visit)) {
    t->state[i] = CONSTANT_RUNTIME;
    return;
  }
  bool is_called = visit->has_call && t->called;
  FlatExpr *value = is_called ? t->called(t->called_context, visit->id) : NULL;
  if (is_called && !value && t->flat->var[i].variability != FLAT_CONSTANT) {
    t->state[i] = CONSTANT_RUNTIME;
    return;
  }
  t->value[i] = value ? value : constant_eval_known(t, t->flat->var[i].binding);
  t->state[i] = t->value[i] ? CONSTANT_KNOWN : CONSTANT_FAILED;
}

static void visit_need(Search *search, FlatVarId id)
{
  ConstantTable *t = search->t;
  const FlatVar *var = &t->flat->var[id.i];
  assert(id.i >= 0 && id.i < t->n_vars);
  if (t->state[id.i] == CONSTANT_ACTIVE) fail_cycle(search, id);
  if (t->state[id.i] != CONSTANT_UNSEEN || !is_known_kind(var)) return;
  if (var->binding) {
    push_visit(search, id, var->binding);
  } else if (var->variability == FLAT_CONSTANT) {
    fault_error(t->typing.faults, var->span, E205, "constant '%s' has no value",
                var->name);
    t->state[id.i] = CONSTANT_FAILED;
  }
}

/* Gives a value to every constant that the expression needs. */
static void solve_needs(ConstantTable *t, const FlatExpr *expr)
{
  Arena *scratch = session_scratch(t->typing.faults->s);
  ArenaMark mark = arena_mark(scratch);
  Search search = {.t = t, .arena = scratch};
  push_visit(&search, (FlatVarId){-1}, expr);
  while (search.n_visits > 0) {
    Visit *top = &search.visit[search.n_visits - 1];
    if (top->next < top->n_needs)
      visit_need(&search, top->need[top->next++]);
    else if (top->next_fork < top->n_forks)
      constant_order_collect_branches(&search, top,
                                      top->fork[top->next_fork++]);
    else
      finish_visit(&search, top);
  }
  assert(search.n_walk == 0);
  arena_release(mark);
}

FlatExpr *constant_eval(ConstantTable *t, const FlatExpr *expr)
{
  if (!types_is_literal(expr)) solve_needs(t, expr);
  return constant_eval_known(t, expr);
}

FlatExpr *constant_value(ConstantTable *t, FlatVarId id)
{
  assert(id.i >= 0 && id.i < t->n_vars);
  if (t->state[id.i] == CONSTANT_UNSEEN) {
    FlatExpr expr = {.kind = FLAT_EXPR_VARIABLE, .variable = id};
    expr.type = t->flat->var[id.i].type;
    expr.span = t->flat->var[id.i].span;
    solve_needs(t, &expr);
  }
  return t->value[id.i];
}
