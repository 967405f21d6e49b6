/* split_system.c: see split_system.h. */
#include "split/split_system.h"

#include <assert.h>
#include <string.h>

#include "base/disjoint_sets.h"
#include "base/source_text.h"
#include "base/vector.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_visit.h"

/* A set of what hangs together. */
typedef struct SystemSet {
  int part;          /* -1: none; SYSTEM_SEVERAL */
  int first, second; /* variables of different parts */
  int n_equations, n_unknowns;
  bool has_some; /* of the system itself */
  Span span;     /* of its first equation */
} SystemSet;

enum { SYSTEM_SEVERAL = -3 };

/* Nodes of the sets: variables, equations, whens, assertions. */
typedef struct SystemSorter {
  Session *s;
  const FlatModel *flat;
  SplitPlan *plan;
  bool *is_free; /* [n_vars] determined by equations of the system, if any */
  DisjointSets *sets;
  SystemSet *set; /* [n nodes] of each root */
  int node;       /* whose expressions are looked at */
  bool counts;    /* the second time: who is in which set is known */
} SystemSorter;

/* --- nodes --- */

static int system_equation(const SystemSorter *w, int i)
{
  return w->flat->n_vars + i;
}

static int system_when(const SystemSorter *w, int i)
{
  return w->flat->n_vars + w->flat->n_equations + i;
}

static int system_assertion(const SystemSorter *w, int i)
{
  return system_when(w, w->flat->n_whens) + i;
}

static bool system_is_own(const FlatModel *flat, int variable)
{
  const FlatVar *v = &flat->var[variable];
  return v->component == 0 && v->variability >= FLAT_DISCRETE;
}

/* The node of an expression; -1: it is not one of the system itself. */
static int system_node(const SystemSorter *w, FlatPlace place, int at)
{
  const FlatModel *flat = w->flat;
  switch (place) {
  case FLAT_AT_BINDING: return w->is_free[at] ? at : -1;
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_RESULT_SIDE:
    return flat->equation[at].component == 0 &&
                   flat->equation[at].connection_set == 0
               ? system_equation(w, at)
               : -1;
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_TARGET:
  case FLAT_AT_VALUE:
    return flat->when[at].component == 0 ? system_when(w, at) : -1;
  case FLAT_AT_ASSERTION:
  case FLAT_AT_SUBSCRIPT:
    return flat->assertion[at].component == 0 ? system_assertion(w, at) : -1;
  case FLAT_AT_CLOCK:
  case FLAT_AT_START:
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED:
  case FLAT_AT_SHOWN:
  case FLAT_AT_TABLE:
  case FLAT_AT_STATEMENT:
  case FLAT_AT_WRITTEN_CONDITION:
  case FLAT_AT_EXTERNAL: break;
  }
  return -1;
}

static bool system_takes(FlatPlace place)
{
  return place < FLAT_AT_TABLE && place != FLAT_AT_SHOWN;
}

/* --- free variables --- */

static bool *system_connected(const SystemSorter *w)
{
  const FlatModel *flat = w->flat;
  bool *is = arena_array(w->s->session_arena, (size_t)flat->n_vars, sizeof *is);
  for (int i = 0; i < flat->n_connection_sets; i++) {
    const FlatConnectionSet *set = &flat->connection_set[i];
    bool counts = set->n_members > 1 || set->kind == FLAT_CONNECTION_FLOW;
    for (int k = 0; k < set->n_members && counts; k++)
      is[set->member[k].variable.i] = true;
  }
  return is;
}

static void system_find_free(SystemSorter *w)
{
  const FlatModel *flat = w->flat;
  SplitPlan *plan = w->plan;
  const bool *is_connected = system_connected(w);
  w->is_free =
      arena_array(w->s->session_arena, (size_t)flat->n_vars, sizeof(bool));
  for (int i = 0; i < flat->n_vars; i++) {
    const FlatVar *v = &flat->var[i];
    if (v->variability < FLAT_DISCRETE) continue;
    if (plan->part_of[i] == -1) {
      if (v->causality == FLAT_INPUT)
        plan->part_of[i] = SPLIT_OUTSIDE;
      else
        w->is_free[i] = system_is_own(flat, i);
    } else if (plan->part_of[i] >= 0) {
      bool is_top = flat->component[v->component].parent <= 0;
      w->is_free[i] =
          is_top && v->is_interface && !v->binding && !is_connected[i];
    }
  }
}

/* --- sets --- */

static void system_touch(SystemSorter *w, int variable)
{
  int part = w->plan->part_of[variable];
  SystemSet *set = &w->set[disjoint_sets_root(w->sets, w->node, NULL)];
  if (part < 0 || set->part == part) return;
  if (set->part == -1) {
    set->part = part;
    set->first = variable;
  } else if (set->part >= 0) {
    set->part = SYSTEM_SEVERAL;
    set->second = variable;
  }
}

static FlatVerdict system_look(void *context, const FlatExpr *node)
{
  SystemSorter *w = context;
  if (node->kind != FLAT_EXPR_VARIABLE) return FLAT_GO_ON;
  int i = node->variable.i;
  if (w->flat->var[i].variability < FLAT_DISCRETE) return FLAT_GO_ON;
  if (w->counts)
    system_touch(w, i);
  else if (w->is_free[i])
    disjoint_sets_unite(w->sets, w->node, i, false);
  return FLAT_GO_ON;
}

static void system_read(void *context, FlatPlace place, int at,
                        const FlatExpr *e)
{
  SystemSorter *w = context;
  w->node = system_node(w, place, at);
  if (w->node >= 0) flat_find(w->s, e, system_look, w);
}

/* All results of an algorithm section belong together. */
static void system_unite_sections(const SystemSorter *w)
{
  const FlatModel *flat = w->flat;
  int *first = arena_array(w->s->session_arena, (size_t)flat->n_algorithms + 1,
                           sizeof(int));
  for (int i = 0; i < flat->n_equations; i++) {
    const FlatEquation *e = &flat->equation[i];
    if (e->component != 0 || e->algorithm == 0) continue;
    if (first[e->algorithm] > 0)
      disjoint_sets_unite(w->sets, system_equation(w, i),
                          first[e->algorithm] - 1, false);
    first[e->algorithm] = system_equation(w, i) + 1;
  }
}

static SystemSet *system_set(const SystemSorter *w, int node)
{
  return &w->set[disjoint_sets_root(w->sets, node, NULL)];
}

static void system_count(const SystemSorter *w)
{
  const FlatModel *flat = w->flat;
  for (int i = 0; i < flat->n_vars; i++) {
    const FlatVar *v = &flat->var[i];
    if (!w->is_free[i]) continue;
    SystemSet *set = system_set(w, i);
    if (!v->is_when_assigned) set->n_unknowns++;
    if (v->binding) set->n_equations++;
    if (system_is_own(flat, i)) set->has_some = true;
  }
  for (int i = flat->n_equations - 1; i >= 0; i--) {
    const FlatEquation *e = &flat->equation[i];
    if (e->component != 0 || e->connection_set > 0) continue;
    SystemSet *set = system_set(w, system_equation(w, i));
    set->n_equations += !e->is_initial;
    set->has_some = true;
    set->span = e->span;
  }
  for (int i = 0; i < flat->n_whens; i++) {
    if (flat->when[i].component == 0)
      system_set(w, system_when(w, i))->has_some = true;
  }
  for (int i = 0; i < flat->n_assertions; i++) {
    const FlatAssertion *a = &flat->assertion[i];
    if (a->component == 0 && !a->is_internal && !a->subscript)
      system_set(w, system_assertion(w, i))->has_some = true;
  }
}

static int system_n_nodes(const SystemSorter *w)
{
  return system_assertion(w, w->flat->n_assertions);
}

static void system_sort(SystemSorter *w)
{
  Arena *arena = w->s->session_arena;
  int n = system_n_nodes(w);
  assert(n >= w->flat->n_vars && w->is_free);
  w->sets = disjoint_sets_create(arena, n);
  w->set = arena_array(arena, (size_t)n + 1, sizeof w->set[0]);
  for (int i = 0; i < n; i++) w->set[i] = (SystemSet){.part = -1};
  for (int pass = 0; pass < 2; pass++) {
    w->counts = pass > 0;
    flat_read_expressions(w->flat, system_takes, system_read, w);
    if (pass == 0) system_unite_sections(w);
  }
  for (int i = 0; i < w->flat->n_vars; i++) { /* inputs of components */
    if (!w->is_free[i] || w->plan->part_of[i] < 0) continue;
    w->node = i;
    system_touch(w, i);
  }
  system_count(w);
}

/* --- what follows from it --- */

/* Equalities of overdetermined connectors, and what closes a loop of them, are
 * equations that a connect() has made. */
static bool system_is_connect(const SystemSorter *w, Span span)
{
  static const char word[] = "connect";
  if (span.source < 0) return false;
  const SourceText *text = session_source(w->s, span.source);
  return strncmp(text->bytes + span.begin, word, strlen(word)) == 0;
}

static bool system_refuse(const SystemSorter *w, const SystemSet *set)
{
  const FlatModel *flat = w->flat;
  bool is_connect = system_is_connect(w, set->span);
  assert(set->part == SYSTEM_SEVERAL);
  Diagnostic *d = diagnostic_error(
      w->s, set->span, E623,
      "%s holds '%s' and '%s', which go into different "
      "FMUs",
      is_connect ? "this connection of overdetermined connectors"
                 : "this equation of the system itself",
      flat->var[set->first].name, flat->var[set->second].name);
  diagnostic_note(w->s, d, NO_SPAN, "%s",
                  is_connect ? "put what it connects into one component"
                             : "it determines no input: put it into a block of "
                               "its own, with connections to both");
  return false;
}

/* The part for what is about several or none; made where it is needed. */
static int system_part(const SystemSorter *w, int part)
{
  SplitPlan *plan = w->plan;
  assert(part < plan->n_parts);
  if (part >= 0) return part;
  int last = plan->n_parts - 1;
  if (last >= 0 && plan->part[last].component == 0) return last;
  const char *name = "equations";
  for (int p = 0; p < plan->n_parts; p++) {
    if (strcmp(plan->part[p].name, name) != 0) continue;
    name = arena_printf(w->s->session_arena, "%s_", name);
    p = -1;
  }
  plan->part[plan->n_parts] = (SplitPart){name, name, 0};
  return plan->n_parts++;
}

static bool system_check(const SystemSorter *w)
{
  for (int i = 0; i < system_n_nodes(w); i++) {
    const SystemSet *set = &w->set[i];
    if (set->part == SYSTEM_SEVERAL && set->n_equations > set->n_unknowns)
      return system_refuse(w, set);
  }
  return true;
}

/* Variables that nothing is said of stay with nobody (plan_check_loose()). */
static void system_assign(const SystemSorter *w)
{
  const FlatModel *flat = w->flat;
  SplitPlan *plan = w->plan;
  for (int i = 0; i < flat->n_vars; i++) {
    const SystemSet *set = w->is_free[i] ? system_set(w, i) : NULL;
    if (!set || !set->has_some) continue;
    bool is_alone = set->part == -1 && set->n_equations == 0 &&
                    !flat->var[i].is_when_assigned;
    if (!is_alone) plan->part_of[i] = system_part(w, set->part);
  }
  for (int i = 0; i < flat->n_equations; i++) {
    const FlatEquation *e = &flat->equation[i];
    if (e->component == 0 && e->connection_set == 0)
      plan->part_of_equation[i] =
          system_part(w, system_set(w, system_equation(w, i))->part);
  }
  for (int i = 0; i < flat->n_whens; i++) {
    if (flat->when[i].component == 0)
      plan->part_of_when[i] =
          system_part(w, system_set(w, system_when(w, i))->part);
  }
  for (int i = 0; i < flat->n_assertions; i++) {
    const SystemSet *set = system_set(w, system_assertion(w, i));
    if (flat->assertion[i].component == 0)
      plan->part_of_assertion[i] =
          set->part >= 0 || set->has_some ? system_part(w, set->part) : -1;
  }
}

bool split_system(Session *s, const FlatModel *flat, SplitPlan *plan)
{
  SystemSorter w = {.s = s, .flat = flat, .plan = plan};
  assert(plan->part_of && plan->part_of_equation);
  system_find_free(&w);
  system_sort(&w);
  if (!system_check(&w)) return false;
  system_assign(&w);
  return true;
}
