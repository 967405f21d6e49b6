/* kernel_pattern.c: a graph, and what must be equal besides. */
#include "emit/kernel/kernel_pattern.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

bool kernel_pattern_hole(const ReducedSystem *reduced, const ExprNode *n,
                         Hole *hole)
{
  if (n->op == EXPR_CONST) {
    *hole = (Hole){.is_number = true, .number = n->value};
  } else if (n->op == EXPR_VAR) {
    *hole = (Hole){.index = reduced->slot[n->var.i]};
  } else if (n->op == EXPR_DIRECTION) {
    *hole = (Hole){.index = n->var.i < 0 ? 0 : reduced->slot[n->var.i]};
  } else if (walk_is_event(n)) {
    *hole = (Hole){.index = n->index};
  } else {
    return false;
  }
  return true;
}

static int32_t kernel_pattern_type_of(const ReducedSystem *reduced,
                                      const ExprNode *n)
{
  return n->op == EXPR_VAR ? (int32_t)reduced->sys->var[n->var.i].type : -1;
}

/* Of a power; false: it is not a constant. */
static bool find_exponent(const ExprTable *t, const ExprNode *n, double *value)
{
  return n->op == EXPR_POW && expr_is_const(t, n->arg[1], value);
}

static void take_node(KernelPattern *p, const ReducedSystem *reduced,
                      const ExprNode *n, int position)
{
  Hole hole;
  double exponent;
  if (kernel_pattern_hole(reduced, n, &hole)) {
    p->leaf[p->n_leaves++] =
        (KernelLeaf){position, kernel_pattern_type_of(reduced, n)};
  } else if (find_exponent(reduced->exprs, n, &exponent)) {
    p->power[p->n_powers++] = (KernelPower){position, exponent};
  }
}

void kernel_pattern_take(KernelPattern *p, const ReducedSystem *reduced,
                         const Walk *walk, const KernelItem *item, int kernel)
{
  assert(kernel >= 0 && !walk_has_stops(walk));
  p->kernel = kernel;
  p->graph.arena = p->arena;
  walk_pattern_take(&p->graph, walk, item->root, item->n_roots);
  p->leaf = vector_grow(p->arena, p->leaf, &p->cap_leaves, walk->n_nodes,
                        sizeof p->leaf[0]);
  p->power = vector_grow(p->arena, p->power, &p->cap_powers, walk->n_nodes,
                         sizeof p->power[0]);
  p->mark = vector_grow(p->arena, p->mark, &p->cap_marks, item->n_marks,
                        sizeof p->mark[0]);
  p->n_leaves = p->n_powers = 0;
  for (int k = 0; k < walk->n_nodes; k++) {
    take_node(p, reduced, expr_node(walk->exprs, walk->node[k]), k);
  }
  assert(p->n_leaves + p->n_powers <= walk->n_nodes);
  p->n_marks = item->n_marks;
  p->n_places = item->n_places;
  for (int k = 0; k < item->n_marks; k++) p->mark[k] = item->mark[k];
}

static bool same_head(const KernelPattern *p, const KernelItem *item)
{
  if (p->n_marks != item->n_marks || p->n_places != item->n_places ||
      p->graph.n_roots != item->n_roots) {
    return false;
  }
  size_t size = (size_t)p->n_marks * sizeof p->mark[0];
  return size == 0 || memcmp(p->mark, item->mark, size) == 0;
}

bool kernel_pattern_fits(const KernelPattern *p, const ReducedSystem *reduced,
                         Walk *walk, const KernelItem *item)
{
  if (!same_head(p, item)) return false;
  if (!walk_pattern_follow(&p->graph, walk, item->root)) return false;
  for (int k = 0; k < p->n_leaves; k++) {
    ExprId leaf = walk->node[p->leaf[k].position];
    const ExprNode *n = expr_node(walk->exprs, leaf);
    if (kernel_pattern_type_of(reduced, n) != p->leaf[k].type) return false;
  }
  for (int k = 0; k < p->n_powers; k++) {
    ExprId power = walk->node[p->power[k].position];
    double exponent, wanted = p->power[k].exponent;
    bool is_power =
        find_exponent(walk->exprs, expr_node(walk->exprs, power), &exponent);
    if (!is_power || memcmp(&exponent, &wanted, sizeof wanted) != 0) {
      return false;
    }
  }
  return true;
}
