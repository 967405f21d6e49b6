/* index_none.c: all candidates are states. */
#include "reduce/index/index_none.h"

#include <assert.h>

bool index_none_select(System *sys, Session *s)
{
  assert(sys->eq_var && sys->n_sets == 0);
  (void)s; /* there is nothing to report */
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
  return true;
}
