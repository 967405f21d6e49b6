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

static void list_initial(const Search *t, ModelStructure *list)
{
  const ReducedSystem *r = t->r;
  ArenaMark mark = arena_mark(t->scratch);
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
  Search t = {r, r->sys, walk_create(r->exprs, scratch), arena, scratch};
  ModelStructure list = {.output = arena_array(arena, n, size),
                         .derivatives =
                             arena_array(arena, (size_t)r->n_states, size),
                         .initial_unknown = arena_array(arena, n, size)};
  list_running(&t, &list);
  list_initial(&t, &list);
  return list;
}
