/* dependency_kinds.c: the kind of a factor is the highest of what occurs in
 * it. */
#include "reduce/blocks/dependency_kinds.h"

#include <assert.h>

#include "reduce/blocks/block_walk.h"

static DependencyKind higher(DependencyKind a, DependencyKind b)
{
  return a > b ? a : b;
}

static DependencyKind kind_of_var(const DependencyRules *rules, VarId v)
{
  const Var *var = &rules->sys->var[v.i];
  if (var->kind == VAR_CONSTANT) return DEPENDS_CONSTANT;
  if (rules->initial) return DEPENDS_FREELY;
  switch (var->kind) {
  case VAR_PARAMETER:
    return rules->tunable[v.i] ? DEPENDS_TUNABLE : DEPENDS_FIXED;
  case VAR_DISCRETE:
  case VAR_MEMORY: return DEPENDS_DISCRETE;
  case VAR_INPUT:
    return var->type == VAR_REAL ? DEPENDS_FREELY : DEPENDS_DISCRETE;
  case VAR_CONSTANT:
  case VAR_CONTINUOUS:
  case VAR_SELECTED:
  case VAR_MONITOR:
  case VAR_ABSENT: break;
  }
  return DEPENDS_FREELY;
}

static DependencyKind kind_of_node(const DependencyRules *rules,
                                   const ExprNode *n)
{
  if (n->op == EXPR_VAR) return kind_of_var(rules, n->var);
  if (n->op == EXPR_TIME) return DEPENDS_FREELY;
  bool frozen = walk_is_event(n) || n->op == EXPR_INITIAL;
  if (!frozen) return DEPENDS_CONSTANT;
  return rules->initial ? DEPENDS_FREELY : DEPENDS_DISCRETE;
}

/* Does it depend freely by one of the nodes that are met first? Most factors
 * do, or are small: this takes less than a walk. */
static bool is_seen_free(const DependencyRules *rules, ExprId e)
{
  enum { MOST_NODES = 8 };
  const ExprTable *t = rules->sys->exprs;
  ExprId met[MOST_NODES] = {e};
  for (int k = 0, n = 1; k < n; k++) {
    const ExprNode *node = expr_node(t, met[k]);
    if (kind_of_node(rules, node) == DEPENDS_FREELY) return true;
    if (walk_is_event(node)) continue;
    for (int a = 0; a < node->n_args && n < MOST_NODES; a++) {
      met[n++] = node->arg[a];
    }
  }
  return false;
}

static DependencyKind kind_below(const DependencyRules *rules, ExprId e)
{
  DependencyKind kind = DEPENDS_CONSTANT;
  if (is_seen_free(rules, e)) return DEPENDS_FREELY;
  walk_from(rules->walk, e, true);
  for (int k = 0; k < rules->walk->n_nodes && kind < DEPENDS_FREELY; k++) {
    const ExprNode *n = expr_node(rules->sys->exprs, rules->walk->node[k]);
    kind = higher(kind, kind_of_node(rules, n));
  }
  return kind;
}

/* Equations of one kind have the same factors, 1/C or -1/R. */
static DependencyKind kind_of_factor(const DependencyRules *rules, ExprId e)
{
  const ExprNode *top = expr_node(rules->sys->exprs, e);
  if (top->n_args == 0) return kind_of_node(rules, top);
  KnownFactor *known = &rules->known[e.i % N_KNOWN_FACTORS];
  if (!expr_same(known->factor, e)) {
    *known = (KnownFactor){e, kind_below(rules, e)};
  }
  return known->kind;
}

static bool holds_events(const DependencyRules *rules, const ReducedBlock *b)
{
  if (rules->sys->n_relations == 0) return false;
  block_walk(rules->walk, b, true);
  for (int k = 0; k < rules->walk->n_nodes; k++) {
    if (walk_is_event(expr_node(rules->sys->exprs, rules->walk->node[k]))) {
      return true;
    }
  }
  return false;
}

/* What all dependencies of the block are at least. */
static DependencyKind lowest_kind(const DependencyRules *rules,
                                  const ReducedBlock *b)
{
  bool is_real = rules->sys->var[b->unknown[0].i].type == VAR_REAL;
  if (b->kind == BLOCK_ASSIGN && !is_real) return DEPENDS_FREELY;
  if (b->kind == BLOCK_SELECT) return DEPENDS_FREELY;
  if (b->kind == BLOCK_SOLVE && !b->linear) return DEPENDS_FREELY;
  DependencyKind kind = DEPENDS_CONSTANT;
  if (holds_events(rules, b)) {
    kind = rules->initial ? DEPENDS_FREELY : DEPENDS_DISCRETE;
  }
  for (int k = 0; k < b->n_entries && kind < DEPENDS_FREELY; k++) {
    kind = higher(kind, kind_of_factor(rules, b->entry[k].value));
  }
  return kind;
}

void dependency_kinds(const DependencyRules *rules, const ReducedBlock *b,
                      const VarId *leaf, int n, DependencyKind *kind,
                      DependencyKind *time)
{
  DependencyKind lowest = lowest_kind(rules, b);
  for (int k = 0; k < n; k++) {
    kind[k] = DEPENDS_FREELY; /* without a derivative */
    rules->place[leaf[k].i] = k;
  }
  *time = DEPENDS_FREELY;
  if (lowest == DEPENDS_FREELY) return;
  /* its own unknowns lead back to it */
  for (int j = 0; b->kind == BLOCK_SOLVE && j < b->n; j++) {
    int at = rules->place[b->unknown[j].i];
    if (at < n && var_same(leaf[at], b->unknown[j])) kind[at] = lowest;
  }
  for (int t = 0; t < b->n_tangents; t++) {
    VarId v = b->tangent[t].var;
    *(v.i < 0 ? time : &kind[rules->place[v.i]]) = lowest;
  }
  for (int t = 0; t < b->n_tangents; t++) {
    VarId v = b->tangent[t].var;
    assert(v.i < 0 ||
           (rules->place[v.i] < n && var_same(leaf[rules->place[v.i]], v)));
    DependencyKind *of = v.i < 0 ? time : &kind[rules->place[v.i]];
    ExprId factor = b->tangent[t].value.i < 0 ? b->along : b->tangent[t].value;
    *of = higher(*of, kind_of_factor(rules, factor));
  }
}
