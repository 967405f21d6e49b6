/* free_parameters.c: what depends on a free parameter is computed with it. */
#include "reduce/simplify/free_parameters.h"

#include <assert.h>

#include "base/vector.h"

bool parameter_is_free(const Var *var)
{
  return var->kind == VAR_PARAMETER && var->binding.i < 0;
}

bool parameter_is_unknown_at_start(const Var *var)
{
  return var->kind == VAR_PARAMETER && var->type == VAR_REAL &&
         var->is_set_at_start;
}

/* No equation can be solved for an Integer or a Boolean: without an initial
 * equation for it alone it has its start value. */
static void bind_to_start(System *sys, Session *s, Var *var)
{
  var->binding = var->start.i >= 0 ? var->start : expr_const(sys->exprs, 0);
  Diagnostic *d = diagnostic_warning(
      s, var->span, W401,
      "no initial equation determines the parameter '%s'; its start value is "
      "used",
      var->name);
  diagnostic_note(s, d, NO_SPAN,
                  "write 'initial equation %s = expression;' or give it a "
                  "value",
                  var->name);
}

static void free_parameters_mark_free(System *sys, Session *s)
{
  for (int i = 0; i < sys->n_vars; i++) {
    Var *var = &sys->var[i];
    if (!parameter_is_free(var) || var->is_set_at_start) continue;
    if (var->type == VAR_REAL)
      var->is_set_at_start = true;
    else
      bind_to_start(sys, s, var);
  }
}

bool free_parameters_decide(const System *sys, Walk *walk, ExprId e)
{
  if (e.i < 0) return false;
  walk_from(walk, e, false);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    if (n->op == EXPR_VAR && sys->var[n->var.i].kind == VAR_PARAMETER &&
        sys->var[n->var.i].is_set_at_start) {
      return true;
    }
  }
  return false;
}

/* The parameters whose bindings hold parameter i: user[first[i]], ... */
typedef struct Users {
  int *first, *user;
} Users;

static Users find_users(const System *sys, Walk *walk, Arena *arena)
{
  Users u = {arena_array(arena, (size_t)sys->n_vars + 2, sizeof(int)), NULL};
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < sys->n_vars; i++) {
      const Var *var = &sys->var[i];
      if (var->kind != VAR_PARAMETER || var->binding.i < 0) continue;
      walk_from(walk, var->binding, false);
      for (int k = 0; k < walk->n_nodes; k++) {
        const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
        if (n->op != EXPR_VAR) continue;
        if (pass == 0)
          u.first[n->var.i + 2]++;
        else
          u.user[u.first[n->var.i + 1]++] = i;
      }
    }
    if (pass == 1) break;
    for (int i = 0; i < sys->n_vars; i++) u.first[i + 2] += u.first[i + 1];
    int n = u.first[sys->n_vars + 1];
    u.user = arena_array(arena, (size_t)n, sizeof(int));
  }
  return u;
}

static void free_parameters_mark_dependent(System *sys, Walk *walk,
                                           Arena *arena)
{
  Users users = find_users(sys, walk, arena);
  int *stack = arena_array(arena, (size_t)sys->n_vars, sizeof(int));
  int depth = 0;
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (parameter_is_free(var) && var->is_set_at_start) stack[depth++] = i;
  }
  while (depth > 0) {
    int at = stack[--depth];
    for (int k = users.first[at]; k < users.first[at + 1]; k++) {
      Var *var = &sys->var[users.user[k]];
      if (var->is_set_at_start) continue;
      var->is_set_at_start = true;
      stack[depth++] = users.user[k];
    }
  }
}

/* Start values are taken before initialization: one that is not known then
 * becomes an equation. */
static void start_to_equation(System *sys, VarId v)
{
  assert(sys->var[v.i].fixed && sys->var[v.i].start.i >= 0);
  const Var *var = &sys->var[v.i];
  ExprId left = expr_var(sys->exprs, v);
  Eq eq = {.residual = expr_sub(sys->exprs, left, var->start),
           .span = var->span,
           .derivative = NO_EQ,
           .integral = NO_EQ,
           .left = left,
           .right = var->start};
  sys->initial_eq =
      vector_grow(sys->arena, sys->initial_eq, &sys->cap_initial_eqs,
                  sys->n_initial_eqs + 1, sizeof eq);
  sys->initial_eq[sys->n_initial_eqs++] = eq;
}

/* pre(v) at the start. */
static void start_to_memory(System *sys, const Var *var)
{
  assert(var->pre.i >= 0 && var->start.i >= 0);
  Eq eq = {.residual = NO_EXPR,
           .span = var->span,
           .derivative = NO_EQ,
           .integral = NO_EQ,
           .is_discrete = var->type != VAR_REAL,
           .left = expr_var(sys->exprs, var->pre),
           .right = var->start};
  sys->initial_discrete_eq = vector_grow(
      sys->arena, sys->initial_discrete_eq, &sys->cap_initial_discrete_eqs,
      sys->n_initial_discrete_eqs + 1, sizeof eq);
  sys->initial_discrete_eq[sys->n_initial_discrete_eqs++] = eq;
  sys->var[var->pre.i].is_set_at_start = true;
}

static void move_late_starts(System *sys, Walk *walk)
{
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->alias_of.i >= 0 || !free_parameters_decide(sys, walk, var->start))
      continue;
    if (var->kind == VAR_CONTINUOUS && var->fixed) {
      start_to_equation(sys, (VarId){i});
    } else if (var->kind == VAR_DISCRETE && var->pre.i >= 0 &&
               !sys->var[var->pre.i].is_set_at_start) {
      start_to_memory(sys, var);
    }
  }
}

bool free_parameters_settle(System *sys, Session *s)
{
  assert(!sys->eq_var);
  Arena *scratch = session_scratch(s);
  bool any = false;
  for (int i = 0; i < sys->n_vars && !any; i++) {
    any = parameter_is_free(&sys->var[i]);
  }
  if (!any) return true;
  ArenaMark mark = arena_mark(scratch);
  Walk *walk = walk_create(sys->exprs, scratch);
  free_parameters_mark_free(sys, s);
  free_parameters_mark_dependent(sys, walk, scratch);
  move_late_starts(sys, walk);
  arena_release(mark);
  return true;
}
