/* parameters.c: strong components of "needs the value of". */
#include "reduce/blocks/parameters.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/structure/blt.h"

bool parameter_is_dependent(const System *sys, VarId v)
{
  assert(v.i >= 0 && v.i < sys->n_vars);
  const Var *var = &sys->var[v.i];
  return var->kind == VAR_PARAMETER && var->binding.i >= 0 &&
         !expr_is_const(sys->exprs, var->binding, NULL);
}

/* Computed before initialization? */
static bool parameters_is_early(const System *sys, VarId v)
{
  return parameter_is_dependent(sys, v) && !sys->var[v.i].is_set_at_start;
}

/* Few of the variables, as a rule: they are numbered by themselves. */
typedef struct Dependent {
  VarId *var; /* [n] rising */
  int n, cap;
  int *number; /* [n_vars] of those that are dependent */
} Dependent;

static Dependent find_dependent(const System *sys, Arena *arena)
{
  Dependent d = {0};
  for (int i = 0; i < sys->n_vars; i++) {
    if (!parameter_is_dependent(sys, (VarId){i})) continue;
    d.var = vector_grow(arena, d.var, &d.cap, d.n + 1, sizeof d.var[0]);
    d.var[d.n++] = (VarId){i};
  }
  if (d.n == 0) return d;
  d.number = arena_array(arena, (size_t)sys->n_vars, sizeof d.number[0]);
  for (int k = 0; k < d.n; k++) d.number[d.var[k].i] = k;
  return d;
}

/* The dependent parameters that a binding holds. */
static IntList needed(const System *sys, const Dependent *d, Walk *walk,
                      ExprId binding, Arena *arena)
{
  walk_from(walk, binding, false);
  IntList list = {arena_array(arena, (size_t)walk->n_nodes, sizeof(int)), 0};
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    if (n->op != EXPR_VAR || !parameter_is_dependent(sys, n->var)) continue;
    list.item[list.n++] = d->number[n->var.i];
  }
  return list;
}

static void report_cycle(Session *s, const System *sys, const Dependent *of,
                         const int *row, int n)
{
  const Var *first = &sys->var[of->var[row[0]].i];
  Diagnostic *d = diagnostic_error(
      s, first->span, E402,
      n == 1 ? "the parameter '%s' depends on itself"
             : "the parameter '%s' depends on itself through others",
      first->name);
  for (int k = 1; k < n && k < 8; k++) {
    const Var *var = &sys->var[of->var[row[k]].i];
    diagnostic_note(s, d, var->span, "through '%s'", var->name);
  }
}

bool parameters_plan(Session *s, const System *sys, Walk *walk,
                     BlockSequence *sequence, Arena *arena)
{
  assert(sequence->n_blocks == 0);
  Arena *scratch = session_scratch(s);
  Dependent dependent = find_dependent(sys, scratch);
  Matching *m = matching_create(scratch, dependent.n, dependent.n);
  for (int k = 0; k < dependent.n; k++) {
    ExprId binding = sys->var[dependent.var[k].i].binding;
    m->row[k] = needed(sys, &dependent, walk, binding, scratch);
    m->row_col[k] = m->col_row[k] = k;
  }
  Blt blt = blt_order(m, scratch);
  bool ok = true;
  for (int k = 0; k < blt.n_blocks; k++) {
    const int *row = blt.row + blt.start[k];
    int n = blt.start[k + 1] - blt.start[k];
    VarId v = dependent.var[row[0]];
    const Var *var = &sys->var[v.i];
    if (n > 1 || walk_contains(walk, var->binding, v)) {
      report_cycle(s, sys, &dependent, row, n);
      ok = false;
      continue;
    }
    if (!parameters_is_early(sys, v)) continue;
    ReducedBlock block = block_assignment(v, var->binding, var->span, arena);
    block_append(sequence, &block, arena);
  }
  return ok;
}
