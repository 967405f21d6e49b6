/* initial_changes.c: start values beside the result of a trial. */
#include "reduce/initial/initial_changes.h"

#include <assert.h>
#include <math.h>

#include "reduce/initial/initial_trial.h"

/* Changes below this part of a value, or of 1, are none. */
static const double no_change = 1e-9;

InitialChanges initial_changes(const ReducedSystem *r, Arena *arena)
{
  assert(r->n_vars > 0 && r->row_of_var); /* the passes are done */
  const System *sys = r->sys;
  Walk *walk = walk_create(sys->exprs, arena);
  bool *pinned = arena_array(arena, (size_t)sys->n_vars, sizeof(bool));
  for (int k = 0; k < r->n_vars; k++) {
    VarId v = r->var[k].var;
    const ReducedVar *rv = &r->var[k];
    if (v.i >= 0) pinned[v.i] = rv->initial == FMI_EXACT || rv->is_pinned;
  }
  const StartPoint *before = start_point_make(sys, walk, 0, arena);
  const StartPoint *now = initial_trial(sys, walk, &r->initial, pinned, arena);
  InitialChanges changes = {
      now != NULL,
      arena_array(arena, (size_t)r->n_start_preferences, sizeof(InitialChange)),
      0};
  for (int k = 0; now && k < r->n_start_preferences; k++) {
    VarId v = r->start_preference[k];
    double start = before->value[v.i], value = now->value[v.i];
    if (fabs(value - start) <= no_change * fmax(fabs(start), 1)) continue;
    changes.change[changes.n_changes++] = (InitialChange){v, start, value};
  }
  return changes;
}
