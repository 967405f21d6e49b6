/* scale_family.c: see scale_family.h. */
#include "reduce/blocks/scale_family.h"

#include <assert.h>

#include "base/vector.h"

/* Where so many members had to be read, the rest is read too. */
enum { MOST_READ = 12 };

ScaleFamily *scale_families_create(Arena *arena, const System *sys)
{
  size_t n = (size_t)sys->n_families + 1;
  ScaleFamily *f = arena_array(arena, n, sizeof f[0]);
  for (size_t k = 0; k < n; k++) f[k].arena = f[k].graph.arena = arena;
  return f;
}

/* --- the graph --- */

bool scale_family_follow(const ScaleFamily *f, Walk *walk, ExprId e, int *var)
{
  if (f->graph_number == 0) return false;
  if (!walk_pattern_follow(&f->graph, walk, &e)) return false;
  for (int k = 0; k < f->n_numbers; k++) {
    const ScaleNumber *number = &f->number[k];
    if (!expr_same(walk->node[number->position], number->value)) return false;
  }
  for (int k = 0; k < f->n_vars; k++) {
    var[k] = expr_node(walk->exprs, walk->node[f->position[k]])->var.i;
  }
  return true;
}

static bool scale_family_has_event(const Walk *walk)
{
  for (int k = 0; k < walk->n_nodes; k++) {
    if (walk_is_event(expr_node(walk->exprs, walk->node[k]))) return true;
  }
  return false;
}

static void scale_family_make_room(ScaleFamily *f, int n)
{
  f->position = vector_grow(f->arena, f->position, &f->cap_positions, n,
                            sizeof f->position[0]);
  f->number =
      vector_grow(f->arena, f->number, &f->cap_numbers, n, sizeof f->number[0]);
  f->group =
      vector_grow(f->arena, f->group, &f->cap_groups, n, sizeof f->group[0]);
  f->root = vector_grow(f->arena, f->root, &f->cap_roots, n, sizeof f->root[0]);
}

static void scale_family_take_leaves(ScaleFamily *f, const Walk *walk)
{
  f->n_vars = f->n_numbers = 0;
  for (int k = 0; k < walk->n_nodes; k++) {
    ExprOp op = (ExprOp)expr_node(walk->exprs, walk->node[k])->op;
    if (op == EXPR_VAR) f->position[f->n_vars++] = k;
    if (op == EXPR_CONST) {
      f->number[f->n_numbers++] = (ScaleNumber){k, walk->node[k]};
    }
  }
}

bool scale_family_take(ScaleFamily *f, const Walk *walk)
{
  if (f->n_read == MOST_READ) return false;
  if (walk->n_nodes > SCALE_FAMILY_NODES || scale_family_has_event(walk)) {
    f->n_read++;
    return false;
  }
  walk_pattern_take(&f->graph, walk, &walk->node[walk->n_nodes - 1], 1);
  scale_family_make_room(f, walk->n_nodes);
  scale_family_take_leaves(f, walk);
  f->graph_number = f->n_read + 1;
  return true;
}

/* --- the groups --- */

/* Roots of the variables; -1: not a Real. */
static void scale_family_find_roots(ScaleFamily *f, const System *sys,
                                    DisjointSets *sets, const int *var)
{
  for (int k = 0; k < f->n_vars; k++) {
    bool is_real = sys->var[var[k]].type == VAR_REAL;
    f->root[k] = is_real ? disjoint_sets_root(sets, var[k], NULL) : -1;
  }
}

/* The first variable of the group of variable k. */
static int first_of_group(const ScaleFamily *f, int k)
{
  if (f->root[k] < 0) return -1;
  int first = 0;
  while (f->root[first] != f->root[k]) first++;
  return first;
}

bool scale_family_fits(ScaleFamily *f, const System *sys, DisjointSets *sets,
                       const int *var)
{
  scale_family_find_roots(f, sys, sets, var);
  for (int k = 0; k < f->n_vars; k++) {
    if (first_of_group(f, k) != f->group[k]) return false;
  }
  return true;
}

bool scale_family_begin(ScaleFamily *f, const System *sys, DisjointSets *sets,
                        const int *var)
{
  assert(f->graph_number > 0);
  if (f->n_read == MOST_READ) return false;
  f->n_read++;
  f->n_findings = 0;
  scale_family_find_roots(f, sys, sets, var);
  for (int k = 0; k < f->n_vars; k++) f->group[k] = first_of_group(f, k);
  return true;
}

/* One of the variables, of the same group as `member` of it. */
static int find_var(const ScaleFamily *f, DisjointSets *sets, const int *var,
                    int member)
{
  int root = disjoint_sets_root(sets, member, NULL), k = 0;
  while (disjoint_sets_root(sets, var[k], NULL) != root) {
    k++;
    assert(k < f->n_vars); /* groups come from variables */
  }
  return k;
}

void scale_family_note(ScaleFamily *f, DisjointSets *sets, const int *var,
                       ScaleFinding found)
{
  assert(f->graph_number > 0 && found.first >= 0);
  found.first = find_var(f, sets, var, found.first);
  if (found.second >= 0) found.second = find_var(f, sets, var, found.second);
  f->finding = vector_grow(f->arena, f->finding, &f->cap_findings,
                           f->n_findings + 1, sizeof f->finding[0]);
  f->finding[f->n_findings++] = found;
}
