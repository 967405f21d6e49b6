/* clock_search.c: what the files that find and use partitions share. */
#include "flatten/clocks/clock_search.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/clocks/clock_calls.h"
#include "flatten/flat/flat_function.h"

/* --- expressions of clocks --- */

bool clock_is(const FlatExpr *expr)
{
  return expr->type == FLAT_ENUMERATION && expr->enumeration &&
         strcmp(expr->enumeration->name, "Clock") == 0;
}

bool clock_partition_is_operator(const FlatExpr *expr)
{
  return expr->kind == FLAT_EXPR_CALL &&
         flat_function(expr->function)->rule == FLAT_RULE_CLOCK;
}

/* --- nodes --- */

Diagnostic *clock_search_fail(ClockSearch *s, Span span, const char *message)
{
  s->failed = true;
  return fault_error(s->f->faults, span, E239, "%s", message);
}

int clock_search_root(int *parent, int node)
{
  while (parent[node] != node) {
    parent[node] = parent[parent[node]]; /* path halving */
    node = parent[node];
  }
  return node;
}

int clock_search_find(ClockSearch *s, int node)
{
  assert(node >= 0 && node < s->n_nodes);
  return clock_search_root(s->parent, node);
}

bool clock_search_changes(const FlatExpr *clock)
{
  return clock->function == FLAT_CLOCK_INTERVAL &&
         clock->n_args == CLOCK_CHANGES;
}

/* --- partitions --- */

ClockedEquation *clock_partition_add(ClockPartitions *all, Arena *arena)
{
  all->equation = vector_grow(arena, all->equation, &all->cap_equations,
                              all->n_equations + 1, sizeof all->equation[0]);
  ClockedEquation *eq = &all->equation[all->n_equations++];
  *eq = (ClockedEquation){0};
  return eq;
}

void clock_partition_set_root(ClockPartitions *all, Arena *arena, FlatVarId id,
                              int root)
{
  assert(id.i >= 0 && root >= -1 && root < all->n_nodes);
  all->root = vector_grow(arena, all->root, &all->cap_roots, id.i + 1,
                          sizeof all->root[0]);
  all->root[id.i] = root;
}
