/* initial_zero.c: factors of the unknowns, evaluated with the values of the
 * parameters. */
#include "reduce/initial/initial_zero.h"

#include "reduce/index/safe_factor.h"
#include "reduce/system/family.h"
#include "symbolic/gradient_memo.h"

enum { N_SHAKEN = 2 };

typedef struct ZeroSearch {
  const System *sys;
  Walk *walk;
  const bool *unknown;
  Arena *arena;
  StartPoint *given;            /* at the start values; NULL: not made yet */
  StartPoint *shaken[N_SHAKEN]; /* away from them */
  Gradient gradient;
} ZeroSearch;

static void make_points(ZeroSearch *z)
{
  if (z->given) return;
  z->given = start_point_make(z->sys, z->walk, 0, z->arena);
  for (int k = 0; k < N_SHAKEN; k++) {
    z->shaken[k] = start_point_make(z->sys, z->walk, k + 1, z->arena);
  }
}

/* Is there a parameter in it, and no call of a function? */
static bool has_parameter(const ZeroSearch *z, ExprId e)
{
  bool found = false;
  walk_from(z->walk, e, true);
  for (int k = 0; k < z->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(z->sys->exprs, z->walk->node[k]);
    if (n->op == EXPR_CALL) return false;
    found |= n->op == EXPR_VAR && z->sys->var[n->var.i].kind == VAR_PARAMETER;
  }
  return found;
}

static bool initial_zero_when_shaken(const ZeroSearch *z, ExprId factor)
{
  for (int k = 0; k < N_SHAKEN; k++) {
    if (evaluate(z->walk, factor, &z->shaken[k]->point) != 0) return false;
  }
  return true;
}

/* A product with a parameter of zero is zero wherever the unknowns are; with
 * branches in it that is not asked. */
static bool initial_zero_is(ZeroSearch *z, const PlanRow *row, ExprId factor)
{
  double number;
  SafeFactor safe = {z->sys, z->walk, z->arena, NULL};
  if (expr_is_const(z->sys->exprs, factor, &number)) return number == 0;
  if (!has_parameter(z, factor)) return false;
  make_points(z);
  if (safe_factor_is_fixed(&safe, factor)) {
    return start_point_number(z->given, z->walk, factor) == 0;
  }
  return incidence_is_smooth(z->sys, row->residual) &&
         initial_zero_when_shaken(z, factor);
}

static bool initial_zero_wanted(const void *search, VarId v)
{
  return ((const ZeroSearch *)search)->unknown[v.i];
}

static IntList list_without(const IntList *list, VarId v, Arena *arena)
{
  IntList rest = {arena_array(arena, (size_t)list->n, sizeof(int)), 0};
  for (int k = 0; k < list->n; k++) {
    if (list->item[k] != v.i) rest.item[rest.n++] = list->item[k];
  }
  return rest;
}

static IntList look_at_row(ZeroSearch *z, const PlanRow *row, IntList list)
{
  if (!has_parameter(z, row->residual)) return list;
  gradient_remembered(z->sys->gradient_memo, z->walk,
                      family_from(z->sys, row->eq, row->residual),
                      initial_zero_wanted, z, &z->gradient);
  for (int k = 0; k < z->gradient.n_entries; k++) {
    const GradientEntry *e = &z->gradient.entry[k];
    if (initial_zero_is(z, row, e->value))
      list = list_without(&list, e->var, z->arena);
  }
  return list;
}

IntList *initial_zero_leave_out(const Plan *plan, const System *sys, Walk *walk,
                                const bool *unknown, Arena *arena)
{
  ZeroSearch z = {.sys = sys, .walk = walk, .unknown = unknown, .arena = arena};
  IntList *list = arena_array(arena, (size_t)plan->n_rows, sizeof list[0]);
  for (int r = 0; r < plan->n_rows; r++) {
    const PlanRow *row = &plan->row[r];
    list[r] = plan->m->row[r];
    if (row->assigned.i >= 0) continue;
    list[r] = look_at_row(&z, row, list[r]);
  }
  return list;
}
