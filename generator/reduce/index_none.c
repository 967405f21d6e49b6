/* index_none.c: all candidates are states. */
#include "reduce/index_none.h"

#include "symbolic/walk.h"

/* Marks the variables of the constraints. */
static void mark_tied(const System *sys, Walk *walk, bool *tied)
{
  for (int k = 0; k < sys->n_eqs; k++) {
    if (!sys->eq[k].start_only) continue;
    walk_from(walk, sys->eq[k].residual, false);
    for (int i = 0; i < walk->n_nodes; i++) {
      const ExprNode *n = expr_node(sys->exprs, walk->node[i]);
      if (n->op == EXPR_VAR) tied[n->var.i] = true;
    }
  }
}

static bool check_reinits(const System *sys, Session *s)
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

bool index_none_select(System *sys, Session *s)
{
  for (int k = 0; k < sys->n_eqs; k++) {
    sys->eq[k].start_only = sys->eq[k].derivative.i >= 0;
  }
  for (int i = 0; i < sys->n_vars; i++) {
    Var *var = &sys->var[i];
    if (var->kind != VAR_CONTINUOUS || var->alias_of.i >= 0) continue;
    if (var->derivative.i >= 0) {
      var->role = ROLE_STATE;
      var->why = "all that has a derivative is a state";
    } else if (var->integral.i >= 0) {
      var->role = ROLE_DERIVATIVE;
    } else if (var->state_select >= STATE_PREFER) {
      var->why = "the model has no derivative of it, and this method adds none";
    }
  }
  for (int k = 0; k < sys->n_monitors; k++) sys->monitor[k].drifts = true;
  return check_reinits(sys, s);
}
