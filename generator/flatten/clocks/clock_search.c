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

Span clock_search_span(const ClockSearch *s, const ClockItem *item)
{
  const FlatModel *flat = s->f->flat;
  if (item->assertion > 0) return flat->assertion[item->assertion - 1].span;
  if (item->when > 0) return flat->when[item->when - 1].span;
  assert(item->equation >= 0 || item->variable.i >= 0);
  return item->equation >= 0 ? flat->equation[item->equation].span
                             : flat->var[item->variable.i].span;
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

/* --- algorithm sections --- */

void clock_search_drop_sections(const Flattening *f, const bool *is_gone)
{
  FlatModel *flat = f->flat;
  int *number =
      arena_array(f->arena, (size_t)flat->n_algorithms + 1, sizeof number[0]);
  for (int k = 0; k < flat->n_equations; k++) {
    if (is_gone[k]) number[flat->equation[k].algorithm] = -1;
  }
  int kept = 0;
  number[0] = 0;
  for (int k = 0; k < flat->n_algorithms; k++) {
    if (number[k + 1] < 0) continue;
    flat->algorithm[kept++] = flat->algorithm[k];
    number[k + 1] = kept;
  }
  flat->n_algorithms = kept;
  for (int k = 0; k < flat->n_equations; k++) {
    if (!is_gone[k])
      flat->equation[k].algorithm = number[flat->equation[k].algorithm];
  }
}
