/* superfluous.c: from the last block of the differentiated problem to the
 * first; whom an algebraic unknown needs must stay. */
#include "reduce/index/superfluous.h"

#include <assert.h>

#include "reduce/index/state_preference.h"

typedef struct Needed {
  System *sys;
  Walk *walk;
  Arena *scratch;
  bool *var; /* [n_vars] a highest derivative that must be solved for */
} Needed;

/* Must the block be solved for its derivatives? */
static bool block_is_needed(const Needed *n, const int *row, int size)
{
  for (int r = 0; r < size; r++) {
    VarId z = n->sys->eq_var[row[r]];
    assert(z.i >= 0); /* a top is matched */
    if (n->sys->var[z.i].integral.i < 0 || n->var[z.i]) return true;
  }
  return false;
}

static void mark_what_it_needs(Needed *n, const int *row, int size)
{
  for (int r = 0; r < size; r++) {
    IntList list = incidence_of_residual(
        n->sys, n->walk, n->sys->eq[row[r]].residual, false, n->scratch);
    for (int k = 0; k < list.n; k++) n->var[list.item[k]] = true;
  }
}

static bool has_derivative(const System *sys, const int *row, int size)
{
  for (int r = 0; r < size; r++) {
    if (sys->eq[row[r]].integral.i >= 0) return true;
  }
  return false;
}

static void mark_superfluous(System *sys, const int *row, int size)
{
  if (!has_derivative(sys, row, size)) return;
  for (int r = 0; r < size; r++) {
    VarId z = sys->eq_var[row[r]];
    VarId below = sys->var[z.i].integral;
    sys->var[z.i].is_slope = true;
    if (sys->eq[row[r]].integral.i >= 0) {
      sys->eq[row[r]].superfluous = true;
      sys->n_superfluous++;
    }
    if (sys->var[z.i].is_dummy && sys->var[below.i].set < 0) {
      sys->var[z.i].superfluous = true;
    }
  }
}

bool superfluous_mark(System *sys, Session *s)
{
  assert(sys->eq_var && sys->n_superfluous == 0);
  bool has_dummies = sys->choice.reduction == REDUCTION_DUMMY;
  if (sys->n_eqs == sys->n_given || !has_dummies) return true;
  ArenaMark mark = arena_mark(session_scratch(s));
  Arena *scratch = session_scratch(s);
  Needed n = {sys, walk_create(sys->exprs, scratch), scratch,
              arena_array(scratch, (size_t)sys->n_vars, sizeof(bool))};
  Blt blt = state_preference_blocks(sys, n.walk, scratch);
  for (int k = blt.n_blocks - 1; k >= 0; k--) {
    const int *row = blt.row + blt.start[k];
    int size = blt.start[k + 1] - blt.start[k];
    if (sys->eq[row[0]].derivative.i >= 0) continue; /* not a top */
    if (block_is_needed(&n, row, size))
      mark_what_it_needs(&n, row, size);
    else
      mark_superfluous(sys, row, size);
  }
  arena_release(mark);
  return true;
}
