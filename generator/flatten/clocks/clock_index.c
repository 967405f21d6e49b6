/* clock_index.c: see clock_index.h. */
#include "flatten/clocks/clock_index.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/clocks/clock_derivative.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/made_variable.h"
#include "flatten/instances/scope.h"

/* An equation that must be differentiated more often is one of a system that
 * is singular. */
enum { MOST_DIFFERENTIATIONS = 10 };

typedef struct IntItems {
  int *item;
  int n, cap;
} IntItems;

typedef struct IndexVariable {
  int derivative, integral; /* variables; 0: none */
  int owner;                /* + 1: the equation that determines it */
  int mark;                 /* the search that has met it */
  bool is_candidate;        /* index_choose_level(): may become a dummy */
  bool is_dummy;
  bool is_given; /* by the model */
  bool is_fixed; /* its attributes */
  FlatStateSelect select;
} IndexVariable;

typedef struct IndexEquation {
  int derived, before; /* equations; -1: none */
  int order;           /* how often it was differentiated */
  bool takes_part;
  IntItems variables; /* Real ones of its partition */
} IndexEquation;

typedef struct Indexing {
  const Flattening *f;
  ClockPartitions *all;
  Arena *arena;
  IndexVariable *var; /* [n_vars of the flat model] */
  int cap_vars;
  IndexEquation *eq; /* [all->n_equations] */
  int cap_eqs;
  int search;
  IntItems met_variables, met_equations; /* by the last search */
  int looked_at;                         /* equation */
  const FlatExpr *missing;
} Indexing;

static void index_add(Indexing *x, IntItems *list, int item)
{
  list->item = vector_grow(x->arena, list->item, &list->cap, list->n + 1,
                           sizeof list->item[0]);
  list->item[list->n++] = item;
}

static void index_make_room(Indexing *x)
{
  x->var = vector_grow(x->arena, x->var, &x->cap_vars, x->f->flat->n_vars + 1,
                       sizeof x->var[0]);
  x->eq = vector_grow(x->arena, x->eq, &x->cap_eqs, x->all->n_equations + 1,
                      sizeof x->eq[0]);
}

/* Of the attributes that must be known at translation `fixed` alone is a
 * Boolean, stateSelect alone an enumeration. */
static void index_read_attribute(Indexing *x, const Pending *p)
{
  bool is_fixed = p->expr->type == FLAT_BOOLEAN;
  bool is_select = p->expr->type == FLAT_ENUMERATION;
  if (!is_fixed && !is_select) return;
  Attempt attempt;
  scope_try(&attempt, x->f);
  const FlatExpr *value = types_constant(&attempt.f.typing, p->expr);
  if (value && is_fixed) x->var[p->variable.i].is_fixed = value->boolean;
  if (value && is_select)
    x->var[p->variable.i].select = (FlatStateSelect)(value->integer - 1);
}

static void index_read_attributes(Indexing *x)
{
  for (int v = 0; v < x->f->flat->n_vars; v++)
    x->var[v].select = FLAT_STATE_DEFAULT;
  for (int k = 0; k < x->all->n_states; k++)
    x->var[x->all->state[k].x.i].is_given = true;
  for (int k = 0; k < x->f->tables->n_pending; k++)
    index_read_attribute(x, &x->f->tables->pending[k]);
}

/* --- which variables an equation has --- */

static FlatVerdict index_look(void *context, const FlatExpr *at)
{
  Indexing *x = context;
  const ClockedEquation *eq = &x->all->equation[x->looked_at];
  bool is_condition = at->type != FLAT_REAL;
  if (is_condition || clock_partition_is_operator(at)) return FLAT_LEAVE_OUT;
  if (at->kind == FLAT_EXPR_VARIABLE && at->variability > FLAT_PARAMETER &&
      x->all->root[at->variable.i] == eq->root)
    index_add(x, &x->eq[x->looked_at].variables, at->variable.i);
  return FLAT_GO_ON;
}

static void index_begin_equation(Indexing *x, int k)
{
  const ClockedEquation *eq = &x->all->equation[k];
  index_make_room(x);
  IndexEquation *made = &x->eq[k];
  made->derived = made->before = -1;
  made->takes_part = eq->left->type == FLAT_REAL &&
                     x->all->partition[eq->root].method != METHOD_NONE;
  if (!made->takes_part) return;
  if (eq->is_section && eq->variable.i >= 0) {
    index_add(x, &made->variables, eq->variable.i);
    return;
  }
  x->looked_at = k;
  flat_find(x->f->s, eq->left, index_look, x);
  flat_find(x->f->s, eq->right, index_look, x);
}

/* --- which equation determines which derivative of the highest order --- */

typedef struct IndexStep {
  int equation, next;
} IndexStep;

static bool index_augment(Indexing *x, int first)
{
  IndexStep *step = NULL;
  int n = 0, cap = 0, equation = first;
  x->search++;
  x->met_variables.n = x->met_equations.n = 0;
  for (;;) {
    step = vector_grow(x->arena, step, &cap, n + 1, sizeof step[0]);
    step[n++] = (IndexStep){equation, 0};
    index_add(x, &x->met_equations, equation);
    int owner = -1;
    while (n > 0 && owner < 0) {
      IndexStep *top = &step[n - 1];
      const IntItems *list = &x->eq[top->equation].variables;
      if (top->next == list->n) {
        n--;
        continue;
      }
      int v = list->item[top->next++];
      IndexVariable *var = &x->var[v];
      if (var->derivative > 0 || var->mark == x->search) continue;
      var->mark = x->search;
      index_add(x, &x->met_variables, v);
      owner = var->owner;
    }
    if (n == 0) return false;
    if (owner == 0) break;
    equation = owner - 1;
  }
  for (int k = 0; k < n; k++) {
    int v = x->eq[step[k].equation].variables.item[step[k].next - 1];
    x->var[v].owner = step[k].equation + 1;
  }
  return true;
}

/* --- differentiation --- */

static int index_derivative_of(Indexing *x, int v, int root, Span span)
{
  if (x->var[v].derivative == 0) {
    FlatVarId id = made_variable(x->f, "der", FLAT_REAL, FLAT_DISCRETE, span);
    clock_partition_set_root(x->all, x->f->arena, id, root);
    index_make_room(x);
    x->var[v].derivative = id.i;
    x->var[id.i].integral = v;
  }
  return x->var[v].derivative;
}

static FlatExpr *index_use_derivative(void *context, const FlatExpr *variable)
{
  Indexing *x = context;
  int v = variable->variable.i;
  if (x->all->root[v] < 0 || x->var[v].derivative == 0) return NULL;
  return made_variable_use(x->f, variable->span,
                           (FlatVarId){x->var[v].derivative});
}

static bool index_differentiate(Indexing *x, int k)
{
  assert(x->eq[k].derived < 0);
  ClockedEquation eq = x->all->equation[k];
  FlatExpr *left =
      clock_derivative(x->f, eq.left, index_use_derivative, x, &x->missing);
  FlatExpr *right = !left
                        ? NULL
                        : clock_derivative(x->f, eq.right, index_use_derivative,
                                           x, &x->missing);
  if (!right || eq.is_section) return false;
  int made = x->all->n_equations;
  *clock_partition_add(x->all, x->f->arena) =
      (ClockedEquation){.variable = {-1},
                        .left = left,
                        .right = right,
                        .root = eq.root,
                        .span = eq.span};
  index_begin_equation(x, made);
  x->eq[made].before = k;
  x->eq[made].order = x->eq[k].order + 1;
  x->eq[k].derived = made;
  return true;
}

/* The constraint, or what was made of it; what it led to could not be
 * differentiated. */
static void index_report(Indexing *x, int constraint, int differentiated)
{
  const ClockedEquation *eq = &x->all->equation[constraint];
  const ClockedEquation *last = &x->all->equation[differentiated];
  if (!x->missing && !last->is_section) {
    fault_error(x->f->faults, eq->span, E290,
                "a clocked equation for which no variable is left, since "
                "other equations determine all those in it, is not supported");
    return;
  }
  Diagnostic *d = fault_error(x->f->faults, eq->span, E290,
                              "a clocked equation that constrains states must "
                              "be differentiated, and cannot be");
  fault_note(x->f->faults, d, x->missing ? x->missing->span : last->span,
             "the derivative of this is needed; a filter of a higher order "
             "before it would give one");
}

/* What the search that failed has met is differentiated; gives the equation
 * to go on with, -1 after a diagnostic. */
static int index_differentiate_met(Indexing *x, int k)
{
  IntItems variables = x->met_variables, equations = x->met_equations;
  x->met_variables = x->met_equations = (IntItems){0};
  for (int i = 0; i < variables.n; i++)
    index_derivative_of(x, variables.item[i], x->all->equation[k].root,
                        x->all->equation[k].span);
  for (int i = 0; i < equations.n; i++) {
    int e = equations.item[i];
    if (x->eq[e].order >= MOST_DIFFERENTIATIONS || !index_differentiate(x, e)) {
      index_report(x, k, e);
      return -1;
    }
  }
  for (int i = 0; i < variables.n; i++) {
    const IndexVariable *v = &x->var[variables.item[i]];
    if (v->owner > 0)
      x->var[v->derivative].owner = x->eq[v->owner - 1].derived + 1;
  }
  return x->eq[k].derived;
}

/* False after a diagnostic. */
static bool index_pantelides(Indexing *x)
{
  for (int k = 0, n = x->all->n_equations; k < n; k++) {
    if (!x->eq[k].takes_part) continue;
    int at = k;
    while (at >= 0 && !index_augment(x, at))
      at = index_differentiate_met(x, at);
    if (at < 0) return false;
  }
  return true;
}

/* --- which derivatives become dummies --- */

/* Lower: rather a dummy. */
static int index_rank(const Indexing *x, int derivative)
{
  const IndexVariable *state = &x->var[x->var[derivative].integral];
  int rank = 4 * (int)state->select;
  if (state->is_fixed) return rank + 2;
  return state->is_given ? rank + 1 : rank;
}

typedef struct IndexLevel {
  IntItems equations, candidates;
  int *dummy; /* [n_vars] + 1: the equation that it is chosen for */
} IndexLevel;

static void index_add_candidates(Indexing *x, IndexLevel *level, int equation)
{
  const IntItems *list = &x->eq[equation].variables;
  for (int i = 0; i < list->n; i++) {
    IndexVariable *var = &x->var[list->item[i]];
    bool is_at_level = var->integral > 0 && (var->derivative == 0 ||
                                             x->var[var->derivative].is_dummy);
    if (!is_at_level || var->is_candidate) continue;
    var->is_candidate = true;
    index_add(x, &level->candidates, list->item[i]);
  }
}

/* By rising rank; those of one rank in their order. */
static void index_sort(Indexing *x, IntItems *list)
{
  for (int i = 1; i < list->n; i++) {
    int item = list->item[i], j = i, rank = index_rank(x, item);
    for (; j > 0 && index_rank(x, list->item[j - 1]) > rank; j--)
      list->item[j] = list->item[j - 1];
    list->item[j] = item;
  }
}

static bool index_has(const IntItems *list, int item)
{
  for (int i = 0; i < list->n; i++) {
    if (list->item[i] == item) return true;
  }
  return false;
}

/* Can one more equation of the level be given a dummy if this may be one? */
static bool index_choose(Indexing *x, IndexLevel *level, int first)
{
  int *by = arena_array(x->arena, (size_t)x->all->n_equations + 1,
                        sizeof by[0]); /* + 1: the dummy that reached it */
  IntItems queue = {0};
  index_add(x, &queue, first);
  for (int i = 0; i < queue.n; i++) {
    int z = queue.item[i];
    for (int k = 0; k < level->equations.n; k++) {
      int e = level->equations.item[k];
      if (by[e] > 0 || !index_has(&x->eq[e].variables, z)) continue;
      by[e] = z + 1;
      int taken = 0; /* + 1: the dummy that the equation has */
      for (int j = 0; j < level->candidates.n && taken == 0; j++) {
        int other = level->candidates.item[j];
        if (level->dummy[other] == e + 1) taken = other + 1;
      }
      if (taken > 0) {
        index_add(x, &queue, taken - 1);
        continue;
      }
      for (int at = e;;) { /* the way back to the first one */
        int v = by[at] - 1, old = level->dummy[v] - 1;
        level->dummy[v] = at + 1;
        if (v == first) break;
        at = old;
      }
      x->var[first].is_dummy = true;
      return true;
    }
  }
  return false;
}

/* The dummies among the derivatives that the equations of one level have;
 * then those that they were differentiated from. */
static bool index_choose_level(Indexing *x, IndexLevel *level)
{
  for (int k = 0; k < level->equations.n; k++)
    index_add_candidates(x, level, level->equations.item[k]);
  index_sort(x, &level->candidates);
  level->dummy = arena_array(x->arena, (size_t)x->f->flat->n_vars + 1,
                             sizeof level->dummy[0]);
  int n_chosen = 0;
  for (int i = 0; i < level->candidates.n && n_chosen < level->equations.n; i++)
    n_chosen += index_choose(x, level, level->candidates.item[i]);
  for (int i = 0; i < level->candidates.n; i++)
    x->var[level->candidates.item[i]].is_candidate = false;
  return n_chosen == level->equations.n;
}

static bool index_choose_all(Indexing *x)
{
  IndexLevel level = {0};
  for (int k = 0; k < x->all->n_equations; k++) {
    if (x->eq[k].takes_part && x->eq[k].order > 0 && x->eq[k].derived < 0)
      index_add(x, &level.equations, k);
  }
  while (level.equations.n > 0) {
    if (!index_choose_level(x, &level)) {
      index_report(x, level.equations.item[0], level.equations.item[0]);
      return false;
    }
    IndexLevel next = {0};
    for (int k = 0; k < level.equations.n; k++) {
      int before = x->eq[level.equations.item[k]].before;
      if (x->eq[before].order > 0) index_add(x, &next.equations, before);
    }
    level = next;
  }
  return true;
}

/* --- the states that are left --- */

/* At the first tick states have their start values, and only they. */
static bool index_check_start(const Indexing *x, int v, Span span)
{
  const FlatVar *var = &x->f->flat->var[v];
  if (!x->var[v].is_fixed) return true;
  Diagnostic *d = fault_error(
      x->f->faults, var->span, E239,
      "the start value of '%s' is fixed, but a constraint determines it from "
      "other states of its clocked partition",
      var->name);
  fault_note(x->f->faults, d, span, "its derivative is here");
  return false;
}

/* A derivative that is not a dummy makes its integral a state. */
static bool index_keep_states(Indexing *x)
{
  ClockPartitions *all = x->all;
  int kept = 0;
  bool good = true;
  for (int k = 0; k < all->n_states; k++) {
    ClockedState s = all->state[k];
    if (x->var[s.dx.i].is_dummy)
      good &= index_check_start(x, s.x.i, s.span);
    else
      all->state[kept++] = s;
    x->var[s.dx.i].is_dummy = true; /* it is done */
  }
  all->n_states = kept;
  for (int v = 0, n = x->f->flat->n_vars; v < n; v++) {
    const IndexVariable *var = &x->var[v];
    if (var->integral == 0 || var->is_dummy) continue;
    all->state = vector_grow(x->f->arena, all->state, &all->cap_states,
                             all->n_states + 1, sizeof all->state[0]);
    all->state[all->n_states++] =
        (ClockedState){{var->integral},
                       {v},
                       all->root[v],
                       x->f->flat->var[var->integral].span};
  }
  return good;
}

/* Which variable an equation determines is found again, by clock_assign(). */
static void index_forget(Indexing *x)
{
  for (int k = 0; k < x->all->n_equations; k++) {
    ClockedEquation *eq = &x->all->equation[k];
    if (x->eq[k].takes_part && !eq->is_section) eq->variable.i = -1;
  }
}

bool clock_index_reduce(const Flattening *f, ClockPartitions *all)
{
  if (all->n_states == 0) return true;
  Indexing x = {.f = f, .all = all, .arena = f->arena};
  int n_given = all->n_equations;
  index_make_room(&x);
  for (int k = 0; k < all->n_states; k++) {
    x.var[all->state[k].x.i].derivative = all->state[k].dx.i;
    x.var[all->state[k].dx.i].integral = all->state[k].x.i;
  }
  for (int k = 0; k < n_given; k++) index_begin_equation(&x, k);
  if (!index_pantelides(&x)) return false;
  if (all->n_equations == n_given) return true;
  index_forget(&x);
  index_read_attributes(&x);
  return index_choose_all(&x) && index_keep_states(&x);
}
