/* derivative_arguments.c: what the most differentiated version of an equation hides. */
#include "reduce/structure/derivative_arguments.h"

#include <assert.h>

#include "base/vector.h"
#include "symbolic/call.h"

static EqId derivative_arguments_given_of(const System *sys, EqId e)
{
  return system_eq_integral(sys, e, system_eq_order(sys, e));
}

bool derivative_arguments_used(const System *sys, Walk *walk, EqId e)
{
  const ExprTable *t = sys->exprs;
  if (!sys->functions || sys->eq[e.i].integral.i < 0) return false;
  walk_from(walk, sys->eq[derivative_arguments_given_of(sys, e).i].residual,
            true);
  for (int k = 0; k < walk->n_nodes; k++) {
    ExprId node = walk->node[k];
    if (expr_node(t, node)->op != EXPR_CALL) continue;
    if (call_moves(t, node, walk->arena) != call_depends(t, node)) return true;
  }
  return false;
}

VarId derivative_arguments_top(const System *sys, VarId v, int times)
{
  assert(times >= 0);
  for (; times > 0 && v.i >= 0; times--) v = sys->var[v.i].derivative;
  return v;
}

static void drop_repeated(IntList *list)
{
  int kept = 0;
  vector_sort_ints(list->item, list->n);
  for (int k = 0; k < list->n; k++) {
    if (kept > 0 && list->item[kept - 1] == list->item[k]) continue;
    list->item[kept++] = list->item[k];
  }
  list->n = kept;
}

IntList derivative_arguments_incidence(const System *sys, Walk *walk, EqId e,
                                       Arena *arena)
{
  IntList own =
      incidence_of_residual(sys, walk, sys->eq[e.i].residual, false, arena);
  if (!derivative_arguments_used(sys, walk, e)) return own;
  ExprId given = sys->eq[derivative_arguments_given_of(sys, e).i].residual;
  IntList below = incidence_of_residual(sys, walk, given, false, arena);
  IntList all = {
      arena_array(arena, (size_t)(own.n + below.n), sizeof all.item[0]), 0};
  for (int k = 0; k < own.n; k++) all.item[all.n++] = own.item[k];
  for (int k = 0; k < below.n; k++) {
    VarId top = derivative_arguments_top(sys, (VarId){below.item[k]},
                                         system_eq_order(sys, e));
    if (top.i >= 0) all.item[all.n++] = top.i;
  }
  drop_repeated(&all);
  return all;
}
