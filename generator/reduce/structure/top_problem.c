/* top_problem.c: the matching that pantelides left, as a graph. */
#include "reduce/structure/top_problem.h"

#include <assert.h>
#include <string.h>

#include "reduce/structure/derivative_arguments.h"

/* --- what is kept --- */

/* What the graph has of an equation. */
typedef struct TopRow {
  ExprId residual;
  EqId derivative, integral;
  VarId matched;
} TopRow;

struct TopBlocks {
  Arena *arena; /* of all below */
  TopRow *row;
  int n_rows; /* -1: nothing is kept */
  uint8_t *column;
  int n_columns;
  Blt blt;
};

TopBlocks *top_blocks_create(Arena *arena)
{
  TopBlocks *kept = arena_alloc(arena, sizeof *kept);
  kept->arena = arena_child(arena, "top blocks");
  kept->n_rows = -1;
  return kept;
}

static TopRow top_problem_row_of(const System *sys, int e)
{
  const Eq *eq = &sys->eq[e];
  return (TopRow){eq->residual, eq->derivative, eq->integral, sys->eq_var[e]};
}

/* What the graph has of a variable, as one number. */
static uint8_t top_problem_column_of(const System *sys, int i)
{
  const Var *v = &sys->var[i];
  return (uint8_t)(v->kind << 3 | (v->derivative.i >= 0) << 2 |
                   (v->alias_of.i >= 0) << 1 | v->is_set_at_start);
}

/* Variables after them are in no equation that is the same. */
static bool is_kept(const TopBlocks *kept, const System *sys)
{
  if (kept->n_rows != sys->n_eqs || kept->n_columns > sys->n_vars) return false;
  for (int e = 0; e < sys->n_eqs; e++) {
    TopRow row = top_problem_row_of(sys, e);
    if (memcmp(&row, &kept->row[e], sizeof row) != 0) return false;
  }
  for (int i = 0; i < kept->n_columns; i++) {
    if (kept->column[i] != top_problem_column_of(sys, i)) return false;
  }
  return true;
}

static Blt copy_blt(const Blt *blt, Arena *arena)
{
  size_t n_starts = (size_t)blt->n_blocks + 1;
  size_t n_rows = (size_t)blt->start[blt->n_blocks];
  Blt made = {blt->n_blocks, arena_array(arena, n_starts, sizeof(int)),
              arena_array(arena, n_rows, sizeof(int))};
  memcpy(made.start, blt->start, n_starts * sizeof(int));
  if (n_rows > 0) memcpy(made.row, blt->row, n_rows * sizeof(int));
  return made;
}

static void top_problem_keep(TopBlocks *kept, const System *sys, const Blt *blt)
{
  arena_clear(kept->arena);
  kept->n_rows = sys->n_eqs;
  kept->n_columns = sys->n_vars;
  kept->row = arena_array(kept->arena, (size_t)sys->n_eqs, sizeof(TopRow));
  kept->column = arena_array(kept->arena, (size_t)sys->n_vars, 1);
  for (int e = 0; e < sys->n_eqs; e++)
    kept->row[e] = top_problem_row_of(sys, e);
  for (int i = 0; i < sys->n_vars; i++)
    kept->column[i] = top_problem_column_of(sys, i);
  kept->blt = copy_blt(blt, kept->arena);
}

/* --- the graph --- */

Matching *top_problem_graph(const System *sys, Walk *walk, Arena *arena)
{
  assert(sys->eq_var);
  Matching *m = matching_create(arena, sys->n_eqs, sys->n_vars);
  for (int e = 0; e < sys->n_eqs; e++) {
    if (sys->eq[e].derivative.i >= 0) continue;
    m->row[e] = derivative_arguments_incidence(sys, walk, (EqId){e}, arena);
    int col = sys->eq_var[e].i;
    assert(col >= 0 && m->col_row[col] < 0); /* the matching is perfect */
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
  TopBlocks *kept = sys->top_blocks;
  if (kept && is_kept(kept, sys)) return copy_blt(&kept->blt, arena);
  Blt blt = blt_order(top_problem_graph(sys, walk, arena), arena);
  if (kept) top_problem_keep(kept, sys, &blt);
  return blt;
}
