/* index_again.c: back to the given equations, and forward. */
#include "reduce/index_again.h"

#include "reduce/index_dummy.h"
#include "reduce/pantelides.h"
#include "reduce/regular.h"
#include "reduce/rewind.h"

void index_again_begin(System *sys)
{
  sys->index = system_index(sys);
  sys->n_eqs = sys->n_given;
  for (int k = 0; k < sys->n_given; k++) sys->eq[k].derivative = NO_EQ;
  sys->eq_var = NULL;
  sys->n_steps = 0;
}

bool index_again_select(System *sys, Session *s)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Walk *walk = walk_create(sys->exprs, session_scratch(s));
  sys->n_given = sys->n_eqs;
  rewind_drop_unneeded(sys, walk, session_scratch(s));
  arena_release(mark);
  return pantelides(sys, s) && regular_check(sys, s) &&
         index_dummy_select(sys, s);
}
