/* model_structure.c: lists of unknowns and what they depend on. */
#include "reduce/blocks/model_structure.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/blocks/dependencies.h"
#include "reduce/blocks/past_dependencies.h"
#include "reduce/system/input_rate.h"
#include "reduce/system/system_visit.h"

/* What depends on the derivative of an input depends on the input. */
static void add_input_rates(const System *sys, Dependencies *d)
{
  for (int i = 0; i < sys->n_vars; i++) {
    VarId rate = {i}, input = input_rate_input(sys, rate);
    if (input_rate_is(sys, rate)) dependencies_add(d, rate, &input, 1);
  }
}

/* One search: of the running model, or of the initial system. */
typedef struct Search {
  const ReducedSystem *r;
  const System *sys;
  Walk *walk;
  Arena *arena, *scratch;
  ExprId *start; /* [n_vars] of the initial system; NULL: see find_starts() */
} Search;

typedef bool (*IsKnown)(const ReducedVar *rv);

/* Inputs and continuous states (time is added apart). */
static bool known_continuous(const ReducedVar *rv)
{
  return rv->causality == FMI_INPUT || rv->is_state;
}

/* Inputs and everything with initial = exact. */
static bool known_initial(const ReducedVar *rv)
{
  return rv->causality == FMI_INPUT ||
         (rv->initial == FMI_EXACT && rv->variability != FMI_CONSTANT);
}

/* A value and its pre() are one known. */
static DependencyKind kind_at(const Search *t, const DependencyList *list,
                              VarId v)
{
  if (v.i < 0) return list->time_kind;
  return t->sys->var[v.i].pre.i >= 0 ? DEPENDS_FREELY : list->kind[v.i];
}

/* x and pre(x) are one dependency. Sorted; gives how many are left. */
static int each_once(int *item, int n)
{
  int kept = 0;
  for (int k = 0; k < n; k++) {
    if (kept == 0 || item[kept - 1] != item[k]) item[kept++] = item[k];
  }
  return kept;
}

/* --- start values --- */

/* A start value that is written with parameters follows these until it is set
 * itself: what depends on it may depend on them. Of each variable such an
 * expression; NO_EXPR: none. */
static void find_starts(Search *t)
{
  const ReducedSystem *r = t->r;
  size_t n = (size_t)t->sys->n_vars;
  t->start = arena_array(t->scratch, n, sizeof t->start[0]);
  for (size_t i = 0; i < n; i++) t->start[i] = NO_EXPR;
  for (int k = 0; k < r->n_starts; k++) {
    t->start[r->start[k].var.i] = r->start[k].value;
  }
}

/* Rows of the knowns that parameters of these start values depend on. */
typedef struct StartRows {
  int *row, n, cap;
} StartRows;

static void add_start_row(const Search *t, StartRows *rows, VarId v)
{
  int at = t->r->row_of_var[v.i];
  if (at < 0 || t->r->var[at].is_hidden || !known_initial(&t->r->var[at]))
    return;
  rows->row = vector_grow(t->scratch, rows->row, &rows->cap, rows->n + 1,
                          sizeof rows->row[0]);
  rows->row[rows->n++] = at;
}

static void add_start(const Search *t, Dependencies *d, StartRows *rows,
                      ExprId start)
{
  walk_from(t->walk, start, false);
  int n = 0, cap = 0;
  VarId *leaf = NULL;
  for (int k = 0; k < t->walk->n_nodes; k++) {
    const ExprNode *node = expr_node(t->walk->exprs, t->walk->node[k]);
    if (node->op != EXPR_VAR) continue;
    leaf = vector_grow(t->scratch, leaf, &cap, n + 1, sizeof leaf[0]);
    leaf[n++] = node->var;
  }
  for (int k = 0; k < n; k++) {
    DependencyList list = dependencies_of(d, leaf[k]);
    for (int i = 0; list.is_known && i < list.n_vars; i++) {
      add_start_row(t, rows, list.var[i]);
    }
  }
}

/* Of what an unknown of the initial system depends on; the list is lost. */
static StartRows rows_of_starts(const Search *t, Dependencies *d,
                                const DependencyList *list)
{
  StartRows rows = {0};
  int n = 0, n_vars = list->n_vars;
  ExprId *start = arena_array(t->scratch, (size_t)n_vars, sizeof start[0]);
  for (int k = 0; k < n_vars; k++) {
    ExprId e = t->start[list->var[k].i];
    if (e.i >= 0) start[n++] = e;
  }
  for (int k = 0; k < n; k++) add_start(t, d, &rows, start[k]);
  return rows;
}

/* Adds them to an unknown whose other dependencies are sorted. */
static void add_start_rows(const Search *t, ReducedUnknown *u, StartRows rows)
{
  size_t cap = (size_t)(u->n_dependencies + rows.n) + 1;
  if (rows.n == 0) return;
  int *dependency = arena_array(t->arena, cap, sizeof dependency[0]);
  DependencyKind *kind = arena_array(t->arena, cap, sizeof kind[0]);
  vector_sort_ints(rows.row, rows.n);
  int n = 0, i = 0, k = 0;
  while (i < u->n_dependencies || k < rows.n) {
    bool is_start = i == u->n_dependencies ||
                    (k < rows.n && rows.row[k] <= u->dependency[i]);
    int at = is_start ? rows.row[k] : u->dependency[i];
    dependency[n] = at;
    kind[n++] = is_start ? DEPENDS_FREELY : u->kind[i];
    while (k < rows.n && rows.row[k] == at) k++;
    if (i < u->n_dependencies && u->dependency[i] == at) i++;
  }
  u->dependency = dependency;
  u->kind = kind;
  u->n_dependencies = n;
}

/* --- unknowns --- */

static ReducedUnknown make_unknown(const Search *t, Dependencies *d, int row,
                                   IsKnown known)
{
  assert(row >= 0 && row < t->r->n_vars);
  const ReducedSystem *r = t->r;
  VarId v = system_slot_owner(t->sys, r->var[row].var);
  DependencyList list = dependencies_with_kinds(d, v);
  ReducedUnknown u = {.var = row};
  if (!list.is_known) {
    u.n_dependencies = -1;
    return u;
  }
  size_t cap = (size_t)list.n_vars + 1;
  u.dependency = arena_array(t->arena, cap, sizeof(int));
  u.kind = arena_array(t->arena, cap, sizeof u.kind[0]);
  if (list.time) u.dependency[u.n_dependencies++] = 0;
  for (int k = 0; k < list.n_vars; k++) {
    VarId leaf = list.var[k];
    if (t->sys->var[leaf.i].pre_of.i >= 0) leaf = t->sys->var[leaf.i].pre_of;
    int at = r->row_of_var[leaf.i];
    if (at < 0 || r->var[at].is_hidden || !known(&r->var[at])) continue;
    u.dependency[u.n_dependencies++] = at;
  }
  vector_sort_ints(u.dependency, u.n_dependencies);
  u.n_dependencies = each_once(u.dependency, u.n_dependencies);
  for (int k = 0; k < u.n_dependencies; k++) {
    u.kind[k] = kind_at(t, &list, r->var[u.dependency[k]].var);
  }
  if (t->start) add_start_rows(t, &u, rows_of_starts(t, d, &list));
  return u;
}

static bool model_structure_is_initial_unknown(const ReducedVar *rv)
{
  if (rv->initial != FMI_APPROX && rv->initial != FMI_CALCULATED) return false;
  if (rv->is_hidden) return false;
  return rv->causality == FMI_OUTPUT ||
         rv->causality == FMI_CALCULATED_PARAMETER || rv->is_state ||
         rv->derivative_of >= 0;
}

/* A state of a set, or its derivative, may stand for each candidate. */
static void add_set_dependencies(const System *sys, Dependencies *d,
                                 bool states, Arena *scratch)
{
  for (int k = 0; k < sys->n_sets; k++) {
    const SelectionSet *set = &sys->set[k];
    int n = 0, cap = set->n_columns * (set->n_levels + 1);
    VarId *leaf = arena_array(scratch, (size_t)cap, sizeof(VarId));
    for (int level = 0; level <= set->n_levels; level++) {
      for (int c = 0; c < set->n_columns; c++) {
        VarId v = system_integral(sys, set->column[c], level);
        if (v.i >= 0) leaf[n++] = v;
      }
    }
    for (int i = 0; i < set->n_states; i++) {
      VarId first = set->derivative[0];
      if (i == 0)
        dependencies_add(d, first, leaf, n);
      else
        dependencies_add_same(d, set->derivative[i], first);
      if (states) dependencies_add_same(d, set->state[i], first);
    }
  }
}

static DependencyRules model_structure_dependency_rules(const Search *t,
                                                        bool initial)
{
  size_t n_vars = (size_t)t->sys->n_vars;
  return (DependencyRules){
      .sys = t->sys,
      .walk = t->walk,
      .tunable = t->r->tunable,
      .place = arena_array(t->scratch, n_vars, sizeof(int)),
      .known = arena_array(t->scratch, N_KNOWN_FACTORS, sizeof(KnownFactor)),
      .initial = initial};
}

Dependencies *model_structure_running(const ReducedSystem *r, Walk *walk,
                                      Arena *arena)
{
  Dependencies *now =
      dependencies_make(r->sys, walk, NULL, &r->continuous, arena);
  add_input_rates(r->sys, now);
  add_set_dependencies(r->sys, now, false, arena);
  past_dependencies_add(r->sys, now, false, arena);
  return now;
}

/* Of the running model: outputs and derivatives. */
static void list_running(const Search *t, ModelStructure *list)
{
  const ReducedSystem *r = t->r;
  ArenaMark mark = arena_mark(t->scratch);
  Dependencies *now = model_structure_running(r, t->walk, t->scratch);
  DependencyRules rules = model_structure_dependency_rules(t, false);
  dependencies_add_kinds(now, &rules, NULL, &r->continuous);
  for (int k = 0; k < r->n_vars; k++) {
    if (r->var[k].causality != FMI_OUTPUT || r->var[k].var.i < 0) continue;
    list->output[list->n_outputs++] = make_unknown(t, now, k, known_continuous);
  }
  for (int k = 0; k < r->n_states; k++) {
    int row = r->row_of_var[r->derivative[k].i];
    list->derivatives[list->n_derivatives++] =
        make_unknown(t, now, row, known_continuous);
  }
  arena_release(mark);
}

static void list_initial(Search *t, ModelStructure *list)
{
  const ReducedSystem *r = t->r;
  ArenaMark mark = arena_mark(t->scratch);
  find_starts(t);
  Dependencies *first = dependencies_make(t->sys, t->walk, &r->parameters,
                                          &r->initial, t->scratch);
  DependencyRules rules = model_structure_dependency_rules(t, true);
  dependencies_add_kinds(first, &rules, &r->parameters, &r->initial);
  add_input_rates(t->sys, first);
  add_set_dependencies(t->sys, first, true, t->scratch);
  past_dependencies_add(t->sys, first, true, t->scratch);
  for (int k = 0; k < r->n_vars; k++) {
    if (r->var[k].var.i < 0 || !model_structure_is_initial_unknown(&r->var[k]))
      continue;
    list->initial_unknown[list->n_initial_unknowns++] =
        make_unknown(t, first, k, known_initial);
  }
  arena_release(mark);
}

/* One after the other: what the blocks depend on takes much memory. */
ModelStructure model_structure_find(const ReducedSystem *r, Arena *arena,
                                    Arena *scratch)
{
  size_t n = (size_t)r->n_vars, size = sizeof(ReducedUnknown);
  Search t = {.r = r,
              .sys = r->sys,
              .walk = walk_create(r->exprs, scratch),
              .arena = arena,
              .scratch = scratch};
  ModelStructure list = {.output = arena_array(arena, n, size),
                         .derivatives =
                             arena_array(arena, (size_t)r->n_states, size),
                         .initial_unknown = arena_array(arena, n, size)};
  list_running(&t, &list);
  list_initial(&t, &list);
  return list;
}
