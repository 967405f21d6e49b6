/* parameters.c: strong components of "needs the value of". */
#include "reduce/parameters.h"

#include "reduce/blt.h"

bool parameter_is_dependent(const System *sys, VarId v)
{
  const Var *var = &sys->var[v.i];
  return var->kind == VAR_PARAMETER && var->binding.i >= 0 &&
         !expr_is_const(sys->exprs, var->binding, NULL);
}

/* Computed before initialization? */
static bool is_early(const System *sys, VarId v)
{
  return parameter_is_dependent(sys, v) && !sys->var[v.i].is_set_at_start;
}

/* The dependent parameters that a binding holds. */
static IntList needed(const System *sys, Walk *walk, ExprId binding,
                      Arena *arena)
{
  walk_from(walk, binding, false);
  IntList list = {arena_array(arena, (size_t)walk->n_nodes, sizeof(int)), 0};
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    if (n->op != EXPR_VAR || !parameter_is_dependent(sys, n->var)) continue;
    list.item[list.n++] = n->var.i;
  }
  return list;
}

static void report_cycle(Session *s, const System *sys, const int *row, int n)
{
  Diagnostic *d = diagnostic_error(
      s, sys->var[row[0]].span, E402,
      n == 1 ? "the parameter '%s' depends on itself"
             : "the parameter '%s' depends on itself through others",
      sys->var[row[0]].name);
  for (int k = 1; k < n && k < 8; k++) {
    diagnostic_note(s, d, sys->var[row[k]].span, "through '%s'",
                    sys->var[row[k]].name);
  }
}

bool parameters_plan(Session *s, const System *sys, Walk *walk,
                     BlockSequence *sequence, Arena *arena)
{
  Arena *scratch = session_scratch(s);
  Matching *m = matching_create(scratch, sys->n_vars, sys->n_vars);
  for (int i = 0; i < sys->n_vars; i++) {
    if (!parameter_is_dependent(sys, (VarId){i})) continue;
    m->row[i] = needed(sys, walk, sys->var[i].binding, scratch);
    m->row_col[i] = m->col_row[i] = i;
  }
  Blt blt = blt_order(m, scratch);
  bool ok = true;
  for (int k = 0; k < blt.n_blocks; k++) {
    const int *row = blt.row + blt.start[k];
    int n = blt.start[k + 1] - blt.start[k];
    VarId v = {row[0]};
    if (!parameter_is_dependent(sys, v)) continue;
    const Var *var = &sys->var[v.i];
    if (n > 1 || walk_contains(walk, var->binding, v)) {
      report_cycle(s, sys, row, n);
      ok = false;
      continue;
    }
    if (!is_early(sys, v)) continue;
    ReducedBlock block = block_assignment(v, var->binding, var->span, arena);
    block_append(sequence, &block, arena);
  }
  return ok;
}
