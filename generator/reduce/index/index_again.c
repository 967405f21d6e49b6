/* index_again.c: back to the given equations. */
#include "reduce/index/index_again.h"

#include <assert.h>

#include "reduce/structure/rewind.h"

void index_again_begin(System *sys)
{
  assert(sys->eq_var); /* it was differentiated */
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

void index_again_end(System *sys, Session *s)
{
  assert(!sys->eq_var && sys->n_steps == 0);
  ArenaMark mark = arena_mark(session_scratch(s));
  Walk *walk = walk_create(sys->exprs, session_scratch(s));
  sys->n_given = sys->n_eqs;
  rewind_drop_unneeded(sys, walk, session_scratch(s));
  arena_release(mark);
  prepare_frames(sys, s);
  properties_lose(&sys->properties, HAS(PREFERENCES_PREPARED) | HAS(SOLVABLE) |
                                        HAS(DIFFERENTIATED) | HAS(REGULAR) |
                                        HAS(PREFERENCES_GRANTED));
}
