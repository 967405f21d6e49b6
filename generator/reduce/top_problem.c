/* top_problem.c: the matching that pantelides left, as a graph. */
#include "reduce/top_problem.h"

#include "reduce/handed.h"

Matching *top_problem_graph(const System *sys, Walk *walk, Arena *arena)
{
  Matching *m = matching_create(arena, sys->n_eqs, sys->n_vars);
  for (int e = 0; e < sys->n_eqs; e++) {
    if (sys->eq[e].derivative.i >= 0) continue;
    m->row[e] = handed_incidence(sys, walk, (EqId){e}, arena);
    int col = sys->eq_var[e].i;
    m->row_col[e] = col;
    m->col_row[col] = e;
  }
  for (int i = 0; i < sys->n_vars; i++) {
    m->excluded[i] = sys->var[i].derivative.i >= 0;
  }
  return m;
}

Blt top_problem_blocks(const System *sys, Walk *walk, Arena *arena)
{
  return blt_order(top_problem_graph(sys, walk, arena), arena);
}
