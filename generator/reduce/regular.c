/* regular.c: numeric rank of dG/dz at the start point and at points near. */
#include "reduce/regular.h"

#include <math.h>

#include "base/vector.h"
#include "reduce/elimination.h"
#include "reduce/start_point.h"
#include "reduce/top_problem.h"
#include "symbolic/differentiate.h"

enum { N_POINTS = 4, MAX_LISTED = 8 };
static const double SINGULAR_PIVOT = 1e-11;

typedef struct Regular {
  Session *s;
  System *sys;
  Walk *walk;
  Arena *scratch;
  StartPoint *point[N_POINTS];
  int *column; /* [n_vars] column in the present block, -1 */
} Regular;

static bool in_block(const void *context, VarId var)
{
  const Regular *g = context;
  return g->column[var.i] >= 0;
}

/* One entry of a block's Jacobian, at each of the points. */
typedef struct BlockEntry {
  int row, column;
  ExprId value;
} BlockEntry;

/* The Jacobian of a block. */
static BlockEntry *block_entries(Regular *g, const int *row, int n,
                                 int *n_entries)
{
  Gradient gradient = {0};
  BlockEntry *entry = NULL;
  int cap = 0;
  *n_entries = 0;
  for (int r = 0; r < n; r++) {
    differentiate_gradient(g->walk, g->sys->eq[row[r]].residual, in_block, g,
                           &gradient);
    entry = vector_grow(g->scratch, entry, &cap,
                        *n_entries + gradient.n_entries, sizeof entry[0]);
    for (int k = 0; k < gradient.n_entries; k++) {
      const GradientEntry *from = &gradient.entry[k];
      entry[(*n_entries)++] =
          (BlockEntry){r, g->column[from->var.i], from->value};
    }
  }
  return entry;
}

static bool is_regular(Regular *g, const StartPoint *point, int n,
                       const BlockEntry *entry, int n_entries)
{
  SparseMatrix a = {.n_rows = n, .n_columns = n, .n_entries = n_entries};
  a.entry = arena_array(g->scratch, (size_t)n_entries, sizeof a.entry[0]);
  for (int k = 0; k < n_entries; k++) {
    double v = evaluate(g->walk, entry[k].value, &point->point);
    /* outside its domain: anything but zero */
    a.entry[k] =
        (SparseEntry){entry[k].row, entry[k].column, isfinite(v) ? v : 1.0};
  }
  return elimination_choose(&a, SINGULAR_PIVOT, g->scratch, NULL) == n;
}

static void report(Regular *g, const int *row, int n)
{
  System *sys = g->sys;
  Diagnostic *d = diagnostic_error(
      g->s, sys->eq[row[0]].span, E305,
      "these equations do not determine '%s' and the other highest "
      "derivatives they hold: they are dependent, although their "
      "structure is not",
      sys->var[sys->eq_var[row[0]].i].name);
  for (int r = 1; r < n && r < MAX_LISTED; r++) {
    diagnostic_note(g->s, d, sys->eq[row[r]].span,
                    "together with this equation, for '%s'",
                    sys->var[sys->eq_var[row[r]].i].name);
  }
  diagnostic_note(g->s, d, NO_SPAN,
                  "a combination of them (or of their derivatives) is an "
                  "equation without highest derivatives; write that equation "
                  "instead of one of them");
}

static bool check_block(Regular *g, const int *row, int n)
{
  int n_entries;
  for (int r = 0; r < n; r++) g->column[g->sys->eq_var[row[r]].i] = r;
  BlockEntry *entry = block_entries(g, row, n, &n_entries);
  for (int r = 0; r < n; r++) g->column[g->sys->eq_var[row[r]].i] = -1;
  bool regular = false;
  for (int p = 0; p < N_POINTS && !regular; p++) {
    regular = is_regular(g, g->point[p], n, entry, n_entries);
  }
  if (!regular) report(g, row, n);
  return regular;
}

bool regular_check(System *sys, Session *s)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Arena *scratch = session_scratch(s);
  Regular g = {
      s,       sys, walk_create(sys->exprs, scratch),
      scratch, {0}, arena_array(scratch, (size_t)sys->n_vars, sizeof(int))};
  for (int i = 0; i < sys->n_vars; i++) g.column[i] = -1;
  for (int p = 0; p < N_POINTS; p++) {
    g.point[p] = start_point_make(sys, g.walk, p, scratch);
  }
  Blt blt = top_problem_blocks(sys, g.walk, scratch);
  bool ok = true;
  for (int k = 0; k < blt.n_blocks; k++) {
    const int *row = blt.row + blt.start[k];
    int n = blt.start[k + 1] - blt.start[k];
    if (sys->eq[row[0]].derivative.i >= 0) continue; /* not a top */
    if (n > 1) ok &= check_block(&g, row, n);
  }
  arena_release(mark);
  return ok;
}
