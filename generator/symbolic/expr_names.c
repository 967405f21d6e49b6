/* expr_names.c: how often a part is used, and how long its text is. */
#include "symbolic/expr_names.h"

#include <assert.h>

/* In nodes. A tree of LARGE nodes is not deeper than expr_print() goes. */
enum { LARGE = 400, LONG = 100, SHORT = 4 };

static uint32_t expr_names_sum(uint32_t a, uint32_t b)
{
  return a < UINT32_MAX - b ? a + b : UINT32_MAX;
}

/* The guard of a call, its last operand, is not written. */
static int n_written(const ExprNode *n)
{
  return n->op == EXPR_CALL ? 1 : n->n_args;
}

ExprNames *expr_names_create(ExprTable *t, Arena *arena)
{
  int n_nodes = expr_count(t);
  ExprNames *names = arena_alloc(arena, sizeof *names);
  names->scratch = arena_child(arena, "names");
  names->walk = walk_create(t, arena);
  names->walk->stops = names->named = walk_stops_create(arena);
  names->tree = arena_array(arena, (size_t)n_nodes, sizeof names->tree[0]);
  for (int i = 0; i < n_nodes; i++) {
    const ExprNode *n = expr_node(t, (ExprId){i});
    uint32_t size = 1;
    for (int k = 0; k < n_written(n); k++) {
      size = expr_names_sum(size, names->tree[n->arg[k].i]);
    }
    names->tree[i] = size;
  }
  return names;
}

bool expr_names_apply(const ExprNames *names, ExprId e)
{
  return names->tree[e.i] > LARGE;
}

/* What is known of a node of the walk. */
typedef struct Part {
  int n_uses;
  uint32_t text; /* nodes of its text, with names in it */
} Part;

/* Users first: what is in guards alone is not used. */
static void expr_names_count_uses(const Walk *walk, Part *part)
{
  int root = walk->n_nodes - 1;
  for (int p = root; p >= 0; p--) {
    bool is_named = walk_stop_number(walk->stops, walk->node[p]) != 0;
    if (is_named || (p < root && part[p].n_uses == 0)) continue;
    const ExprNode *n = expr_node(walk->exprs, walk->node[p]);
    for (int k = 0; k < n_written(n); k++) {
      part[walk_position(walk, n->arg[k])].n_uses++;
    }
  }
}

/* The root of the walk stands on a line of its own. */
static bool deserves_name(const Walk *walk, int p, const Part *part)
{
  const ExprNode *n = expr_node(walk->exprs, walk->node[p]);
  bool is_root = p == walk->n_nodes - 1;
  if (is_root || n->op == EXPR_ARG || part->n_uses == 0) return false;
  return part->text >= LONG || (part->text >= SHORT && part->n_uses > 1);
}

int expr_names_find(ExprNames *names, ExprId e)
{
  WalkStops *named = names->named;
  assert(e.i >= 0 && names->walk->stops == named);
  int first = named->n_nodes;
  if (!expr_names_apply(names, e)) return first;
  Walk *walk = names->walk;
  walk_from(walk, e, false);
  ArenaMark mark = arena_mark(names->scratch);
  size_t n_parts = (size_t)walk->n_nodes;
  Part *part = arena_array(names->scratch, n_parts, sizeof part[0]);
  expr_names_count_uses(walk, part);
  for (int p = 0; p < walk->n_nodes; p++) {
    ExprId at = walk->node[p];
    const ExprNode *n = expr_node(walk->exprs, at);
    part[p].text = 1;
    if (walk_stop_number(named, at) != 0) continue;
    for (int k = 0; k < n_written(n); k++) {
      part[p].text = expr_names_sum(part[p].text,
                                    part[walk_position(walk, n->arg[k])].text);
    }
    if (!deserves_name(walk, p, &part[p])) continue;
    walk_stop_at(named, at, named->n_nodes + 1);
    part[p].text = 1;
  }
  arena_release(mark);
  return first;
}
