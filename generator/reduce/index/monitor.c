/* monitor.c: one chain of residuals for each differentiated equation. */
#include "reduce/index/monitor.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/system/generated_root.h"
#include "symbolic/walk.h"

static Name monitor_name(Session *s, Name root, int constraint, int level)
{
  Arena *scratch = session_scratch(s);
  const char *der = level == 0   ? ""
                    : level == 1 ? "der_"
                                 : arena_printf(scratch, "der%d_", level);
  return session_name(
      s, arena_printf(scratch, "%s[%d].%sg", root, constraint + 1, der));
}

static void add_monitor(System *sys, Session *s, Name root, Monitor m)
{
  m.var = system_add_var(sys, monitor_name(s, root, m.constraint, m.level));
  Var *var = &sys->var[m.var.i];
  var->kind = VAR_MONITOR;
  var->is_generated = true;
  var->span = m.span;
  const char *description = m.level == 0
                                ? "residual of a constraint"
                                : "residual of a constraint, differentiated";
  var->attributes =
      system_attributes(sys, (VarAttributes){.description = description});
  sys->monitor = vector_grow(sys->arena, sys->monitor, &sys->cap_monitors,
                             sys->n_monitors + 1, sizeof m);
  sys->monitor[sys->n_monitors++] = m;
}

void monitor_constraints(System *sys, Session *s)
{
  assert(sys->eq_var && sys->n_monitors == 0);
  ArenaMark mark = arena_mark(session_scratch(s));
  Name root = generated_root(sys, s, "drift");
  int constraint = 0;
  for (int k = 0; k < sys->n_given; k++) {
    int level = 0;
    for (EqId e = {k}; sys->eq[e.i].derivative.i >= 0;
         e = sys->eq[e.i].derivative) {
      const Eq *eq = &sys->eq[e.i];
      Monitor m = {.given = {k},
                   .residual = eq->residual,
                   .span = eq->span,
                   .constraint = constraint,
                   .level = level};
      add_monitor(sys, s, root, m);
      level++;
    }
    constraint += level > 0;
  }
  arena_release(mark);
}

/* Marks the variables of the constraints that drift. */
static void mark_tied(const System *sys, Walk *walk, bool *tied)
{
  for (int k = 0; k < sys->n_monitors; k++) {
    if (!sys->monitor[k].drifts) continue;
    walk_from(walk, sys->monitor[k].residual, false);
    for (int i = 0; i < walk->n_nodes; i++) {
      const ExprNode *n = expr_node(sys->exprs, walk->node[i]);
      if (n->op == EXPR_VAR) tied[n->var.i] = true;
    }
  }
}

bool monitor_check_reinits(const System *sys, Session *s)
{
  if (sys->n_reinits == 0) return true;
  bool ok = true;
  ArenaMark mark = arena_mark(session_scratch(s));
  Arena *scratch = session_scratch(s);
  bool *tied = arena_array(scratch, (size_t)sys->n_vars, sizeof(bool));
  mark_tied(sys, walk_create(sys->exprs, scratch), tied);
  for (int k = 0; k < sys->n_reinits; k++) {
    const Reinit *r = &sys->reinit[k];
    if (!tied[r->state.i]) continue;
    Diagnostic *d = diagnostic_error(
        s, r->span, E308,
        "'%s' cannot be set by reinit: a constraint ties it to other states",
        sys->var[r->state.i].name);
    diagnostic_note(s, d, NO_SPAN,
                    "with this method of index reduction nothing brings the "
                    "others back to the constraint");
    ok = false;
  }
  arena_release(mark);
  return ok;
}
