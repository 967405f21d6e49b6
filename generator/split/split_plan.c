/* split_plan.c: see split_plan.h. */
#include "split/split_plan.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/vector.h"
#include "split/split_system.h"
#include "split/split_use.h"

typedef struct Splitter {
  Session *s;
  const FlatModel *flat;
  SplitPlan *plan;
  int *part_of_component; /* -1: the system itself */
} Splitter;

/* --- names --- */

/* Letters and digits alone: names of files. */
static const char *plan_word(Session *s, const char *name)
{
  char *word = arena_copy_text(s->session_arena, name, strlen(name));
  for (char *c = word; *c; c++) {
    if (!isalnum((unsigned char)*c) && *c != '_') *c = '_';
  }
  return word;
}

/* --- parts --- */

static void plan_parts(Splitter *p)
{
  const FlatModel *flat = p->flat;
  Arena *arena = p->s->session_arena;
  size_t n = (size_t)flat->n_components;
  p->part_of_component = arena_array(arena, n, sizeof(int));
  p->plan->part = arena_array(arena, n, sizeof p->plan->part[0]);
  int *above = arena_array(arena, n, sizeof(int)); /* at the top */
  bool *is_active = arena_array(arena, n, sizeof(bool));
  for (int i = 1; i < flat->n_components; i++) {
    int parent = flat->component[i].parent;
    above[i] = parent <= 0 ? i : above[parent];
  }
  for (int i = 0; i < flat->n_vars; i++) {
    if (flat->var[i].variability >= FLAT_DISCRETE)
      is_active[above[flat->var[i].component]] = true;
  }
  for (int i = 0; i < flat->n_equations; i++)
    is_active[above[flat->equation[i].component]] = true;
  p->part_of_component[0] = -1;
  for (int i = 1; i < flat->n_components; i++) {
    if (above[i] != i) {
      p->part_of_component[i] = p->part_of_component[above[i]];
      continue;
    }
    p->part_of_component[i] = is_active[i] ? p->plan->n_parts : -1;
    if (!is_active[i]) continue;
    const char *path = flat->component[i].path;
    p->plan->part[p->plan->n_parts++] =
        (SplitPart){arena_printf(arena, "%s", path), plan_word(p->s, path), i};
  }
}

/* --- owners --- */

static void plan_own(Splitter *p)
{
  const FlatModel *flat = p->flat;
  SplitPlan *plan = p->plan;
  Arena *arena = p->s->session_arena;
  plan->part_of = arena_array(arena, (size_t)flat->n_vars, sizeof(int));
  plan->part_of_equation =
      arena_array(arena, (size_t)flat->n_equations, sizeof(int));
  plan->part_of_when = arena_array(arena, (size_t)flat->n_whens, sizeof(int));
  plan->part_of_assertion =
      arena_array(arena, (size_t)flat->n_assertions, sizeof(int));
  for (int i = 0; i < flat->n_vars; i++)
    plan->part_of[i] = p->part_of_component[flat->var[i].component];
  for (int i = 0; i < flat->n_equations; i++)
    plan->part_of_equation[i] =
        p->part_of_component[flat->equation[i].component];
  for (int i = 0; i < flat->n_whens; i++)
    plan->part_of_when[i] = p->part_of_component[flat->when[i].component];
  for (int i = 0; i < flat->n_assertions; i++)
    plan->part_of_assertion[i] =
        p->part_of_component[flat->assertion[i].component];
}

/* --- connections --- */

static SplitSet plan_set(Splitter *p, const FlatConnectionSet *set)
{
  Arena *arena = p->s->session_arena;
  size_t n = (size_t)p->plan->n_parts;
  SplitSet out = {arena_array(arena, n, sizeof(int *)),
                  arena_array(arena, n, sizeof(int))};
  for (size_t i = 0; i < n; i++)
    out.member[i] = arena_array(arena, (size_t)set->n_members, sizeof(int));
  for (int i = 0; i < set->n_members; i++) {
    int v = set->member[i].variable.i, part = p->plan->part_of[v];
    if (part >= 0) out.member[part][out.n[part]++] = v;
  }
  return out;
}

/* Members of several parts, or of one and of the system itself. */
static bool plan_crosses(const Splitter *p, const FlatConnectionSet *set)
{
  int first = p->plan->part_of[set->member[0].variable.i];
  for (int i = 1; i < set->n_members; i++) {
    if (p->plan->part_of[set->member[i].variable.i] != first) return true;
  }
  return false;
}

static bool plan_signal(Splitter *p, const FlatConnectionSet *set)
{
  SplitPlan *plan = p->plan;
  SplitSignal signal = {.source = set->member[0].variable.i};
  signal.target =
      arena_array(p->s->session_arena, (size_t)set->n_members, sizeof(int));
  for (int i = 0; i < set->n_members; i++) {
    int v = set->member[i].variable.i;
    if (plan->part_of[v] == -1) plan->part_of[v] = SPLIT_OUTSIDE;
    if (i > 0) signal.target[signal.n_targets++] = v;
  }
  plan->signal =
      vector_grow(p->s->session_arena, plan->signal, &plan->cap_signals,
                  plan->n_signals + 1, sizeof signal);
  plan->signal[plan->n_signals++] = signal;
  return true;
}

/* The node of a flow set: of the same connectors. */
static SplitNode *plan_node(Splitter *p, const FlatConnectionSet *set)
{
  SplitPlan *plan = p->plan;
  Arena *arena = p->s->session_arena;
  const char **connector =
      arena_array(arena, (size_t)set->n_members, sizeof connector[0]);
  const char *name = "";
  for (int i = 0; i < set->n_members; i++) {
    connector[i] = split_plan_connector(
        p->s, p->flat->var[set->member[i].variable.i].name);
    name = arena_printf(arena, "%s%s%s", name, i > 0 ? ", " : "", connector[i]);
  }
  for (int i = 0; i < plan->n_nodes; i++) {
    if (strcmp(plan->node[i].name, name) == 0) return &plan->node[i];
  }
  plan->node = vector_grow(arena, plan->node, &plan->cap_nodes,
                           plan->n_nodes + 1, sizeof plan->node[0]);
  SplitNode *node = &plan->node[plan->n_nodes++];
  *node = (SplitNode){
      .name = name, .connector = connector, .n_connectors = set->n_members};
  node->part = arena_array(arena, (size_t)plan->n_parts, sizeof(int));
  SplitSet members = plan_set(p, set);
  assert(set->kind == FLAT_CONNECTION_FLOW);
  for (int i = 0; i < plan->n_parts; i++) {
    if (members.n[i] > 0) node->part[node->n_parts++] = i;
  }
  return node;
}

static void plan_add(Session *s, SplitSet **list, int *n, int *cap,
                     SplitSet set)
{
  *list = vector_grow(s->session_arena, *list, cap, *n + 1, sizeof set);
  (*list)[(*n)++] = set;
}

static bool plan_refuse_set(const Splitter *p, const FlatConnectionSet *set,
                            const char *why, const char *cure)
{
  const FlatConnectionMember *m = &set->member[0];
  assert(set->n_members > 0);
  Diagnostic *d =
      diagnostic_error(p->s, m->span, E623, "the connection of '%s' %s",
                       p->flat->var[m->variable.i].name, why);
  diagnostic_note(p->s, d, NO_SPAN, "%s", cure);
  return false;
}

static bool plan_flow(Splitter *p, const FlatConnectionSet *set)
{
  for (int i = 0; i < set->n_members; i++) {
    if (p->plan->part_of[set->member[i].variable.i] < 0)
      return plan_refuse_set(
          p, set, "is with a physical connector of the system itself",
          "take a model around it in which nothing is left open");
  }
  SplitNode *node = plan_node(p, set);
  plan_add(p->s, &node->flow, &node->n_flows, &node->cap_flows,
           plan_set(p, set));
  return true;
}

static bool plan_potential(Splitter *p, const FlatConnectionSet *set)
{
  for (int i = 0; i < set->n_members; i++) {
    const char *path = split_plan_connector(
        p->s, p->flat->var[set->member[i].variable.i].name);
    for (int k = 0; k < p->plan->n_nodes; k++) {
      SplitNode *node = &p->plan->node[k];
      for (int c = 0; c < node->n_connectors; c++) {
        if (strcmp(node->connector[c], path) != 0) continue;
        SplitSet members = plan_set(p, set);
        /* the connector's own variable stands for the part */
        int part = p->plan->part_of[set->member[i].variable.i];
        for (int m = 0; part >= 0 && m < members.n[part]; m++) {
          if (members.member[part][m] != set->member[i].variable.i) continue;
          members.member[part][m] = members.member[part][0];
          members.member[part][0] = set->member[i].variable.i;
        }
        plan_add(p->s, &node->potential, &node->n_potentials,
                 &node->cap_potentials, members);
        return true;
      }
    }
  }
  return plan_refuse_set(p, set, "has no flow beside its potential",
                         "connect signals, or connectors with potential and "
                         "flow");
}

static bool plan_connect(Splitter *p, FlatConnectionKind kind)
{
  const FlatModel *flat = p->flat;
  for (int i = 0; i < flat->n_connection_sets; i++) {
    const FlatConnectionSet *set = &flat->connection_set[i];
    if (set->kind != kind || !plan_crosses(p, set)) continue;
    p->plan->is_cut[i] = true;
    bool good = true;
    switch (kind) {
    case FLAT_CONNECTION_POTENTIAL: good = plan_potential(p, set); break;
    case FLAT_CONNECTION_FLOW: good = plan_flow(p, set); break;
    case FLAT_CONNECTION_SIGNAL: good = plan_signal(p, set); break;
    case FLAT_CONNECTION_STREAM: break; /* by uses of what others send */
    }
    if (!good) return false;
  }
  return true;
}

static bool plan_check_nodes(const Splitter *p)
{
  for (int k = 0; k < p->plan->n_nodes; k++) {
    const SplitNode *node = &p->plan->node[k];
    /* potentials without a flow go the same way as those that have one */
    if (node->n_potentials >= node->n_flows) continue;
    Diagnostic *d = diagnostic_error(
        p->s, p->flat->span, E623,
        "the connectors %s have %d potentials and %d flows: they are not "
        "balanced",
        node->name, node->n_potentials, node->n_flows);
    diagnostic_note(p->s, d, NO_SPAN,
                    "put what they connect into one component");
    return false;
  }
  return true;
}

/* --- what is left --- */

/* Connection equations belong to the part that all members are of. */
static void plan_connection_equations(const Splitter *p)
{
  const FlatModel *flat = p->flat;
  for (int i = 0; i < flat->n_equations; i++) {
    const FlatEquation *e = &flat->equation[i];
    if (e->connection_set == 0) continue;
    const FlatConnectionSet *set = &flat->connection_set[e->connection_set - 1];
    p->plan->part_of_equation[i] = p->plan->part_of[set->member[0].variable.i];
  }
}

/* What no equation is about. */
static bool plan_check_loose(const Splitter *p)
{
  const FlatModel *flat = p->flat;
  for (int i = 0; i < flat->n_vars; i++) {
    const FlatVar *v = &flat->var[i];
    if (v->variability < FLAT_DISCRETE || p->plan->part_of[i] != -1) continue;
    Diagnostic *d = diagnostic_error(
        p->s, v->span, E623,
        "the variable '%s' of the system itself belongs to no component",
        v->name);
    diagnostic_note(p->s, d, NO_SPAN, "put its equations into a component");
    return false;
  }
  return true;
}

SplitPlan *split_plan(Session *s, const FlatModel *flat)
{
  SplitPlan *plan = arena_alloc(s->session_arena, sizeof *plan);
  Splitter p = {.s = s, .flat = flat, .plan = plan};
  plan->name = arena_printf(s->session_arena, "%s", flat->name);
  plan_parts(&p);
  plan_own(&p);
  plan->is_cut = arena_array(s->session_arena,
                             (size_t)flat->n_connection_sets + 1, sizeof(bool));
  if (plan->n_parts < 2) {
    diagnostic_error(s, flat->span, E623,
                     "%s has %d component%s with equations at its top: there "
                     "is nothing to split",
                     flat->name, plan->n_parts, plan->n_parts == 1 ? "" : "s");
    return NULL;
  }
  if (!plan_connect(&p, FLAT_CONNECTION_SIGNAL) || !split_system(s, flat, plan))
    return NULL;
  plan_connection_equations(&p);
  if (!plan_connect(&p, FLAT_CONNECTION_FLOW) ||
      !plan_connect(&p, FLAT_CONNECTION_POTENTIAL) || !plan_check_nodes(&p) ||
      !plan_check_loose(&p))
    return NULL;
  split_use(s, flat, plan);
  return plan;
}
