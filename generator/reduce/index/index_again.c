/* index_again.c: back to the given equations, and forward. */
#include "reduce/index/index_again.h"

#include "reduce/index/index_dummy.h"
#include "reduce/index/preferred_states.h"
#include "reduce/index/state_preference.h"
#include "reduce/structure/pantelides.h"
#include "reduce/structure/regular.h"
#include "reduce/structure/rewind.h"

void index_again_begin(System *sys)
{
  sys->index = system_index(sys);
  sys->n_eqs = sys->n_given;
  for (int k = 0; k < sys->n_given; k++) sys->eq[k].derivative = NO_EQ;
  sys->eq_var = NULL;
  sys->n_steps = 0;
}

/* The coordinates of frames are to be states up to their last level: the
 * equations that give them are differentiated as often. */
static void prepare_frames(System *sys, Session *s)
{
  for (int k = 0; k < sys->n_frames; k++) {
    const CoordinateFrame *f = &sys->frame[k];
    for (int i = 0; i < f->n_along; i++) {
      VarId v = f->along[i];
      for (int l = 0; l < f->n_levels; l++) v = system_derivative(sys, s, v);
    }
  }
}

bool index_again_select(System *sys, Session *s)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Walk *walk = walk_create(sys->exprs, session_scratch(s));
  sys->n_given = sys->n_eqs;
  rewind_drop_unneeded(sys, walk, session_scratch(s));
  arena_release(mark);
  prepare_frames(sys, s);
  if (!state_preference_prepare(sys, s) || !pantelides(sys, s) ||
      !regular_check(sys, s)) {
    return false;
  }
  preferred_states_grant(sys, s);
  return index_dummy_select(sys, s);
}
