/* start_propagation.c: start values are carried from equation to equation. */
#include "reduce/initial/start_propagation.h"

#include <assert.h>
#include <limits.h>

#include "reduce/system/incidence.h"
#include "reduce/system/pattern_lists.h"
#include "symbolic/solve_for.h"

enum { SPENT = INT_MAX }; /* of Spread.left: the row is not asked any more */

typedef struct Spread {
  Walk *walk;
  const ReducedBlock *block;
  PatternLists by_row, by_column;
  bool *known; /* [n] by a start value, or computed */
  int *left;   /* [n] rows: unknowns that are not */
  int *ready;  /* rows with one left, in the order they came to it */
  int n_ready;
  int *doubtful; /* those of them that would divide by what may be zero */
  int n_doubtful;
  FirstValues *result;
} Spread;

static void start_propagation_set_known(Spread *s, int column)
{
  assert(!s->known[column]);
  s->known[column] = true;
  int end = s->by_column.start[column + 1];
  for (int k = s->by_column.start[column]; k < end; k++) {
    int row = s->block->entry[s->by_column.entry[k]].row;
    if (--s->left[row] == 1) s->ready[s->n_ready++] = row;
  }
}

/* The one unknown that the row has left; -1: another row was faster. */
static int last_unknown(const Spread *s, int row)
{
  for (int k = s->by_row.start[row]; k < s->by_row.start[row + 1]; k++) {
    int column = s->block->entry[s->by_row.entry[k]].column;
    if (!s->known[column]) return column;
  }
  return -1;
}

static void add_value(Spread *s, int column, ExprId value)
{
  assert(s->result->n < s->block->n);
  FirstValues *first = s->result;
  first->column[first->n] = column;
  first->value[first->n++] = value;
  start_propagation_set_known(s, column);
}

static void compute_last(Spread *s, int row, bool may_divide)
{
  int column = last_unknown(s, row);
  if (column < 0) return;
  ExprId divisor = NO_EXPR;
  ExprId value = solve_for(s->walk, s->block->residual[row],
                           s->block->unknown[column], &divisor);
  if (value.i < 0) return;
  if (divisor.i >= 0 && !may_divide)
    s->doubtful[s->n_doubtful++] = row;
  else
    add_value(s, column, value);
}

/* What divides by a variable comes last: G = Q/dT says nothing where nothing
 * flows. What is not finite then is not used at run time. */
static void compute_all(Spread *s, int n_done)
{
  for (;;) {
    while (n_done < s->n_ready) compute_last(s, s->ready[n_done++], false);
    if (s->n_doubtful == 0) return;
    compute_last(s, s->doubtful[--s->n_doubtful], true);
  }
}

/* Does an unknown of the row that has no value yet occur in e? */
static bool needs_more(const Spread *s, int row, ExprId e)
{
  for (int k = s->by_row.start[row]; k < s->by_row.start[row + 1]; k++) {
    int column = s->block->entry[s->by_row.entry[k]].column;
    if (!s->known[column] &&
        walk_contains(s->walk, e, s->block->unknown[column]))
      return true;
  }
  return false;
}

/* The branch of an if-expression that can be computed, the last one first:
 * limiters and switches are written with what is usual at the end. NO_EXPR:
 * none can. */
static ExprId known_branch(const Spread *s, int row, ExprId e)
{
  for (;;) {
    const ExprNode *n = expr_node(s->walk->exprs, e);
    if (n->op != EXPR_IF) return NO_EXPR;
    ExprId first = n->arg[1], last = n->arg[2];
    if (!needs_more(s, row, last)) return last;
    if (!needs_more(s, row, first)) return first;
    e = expr_node(s->walk->exprs, last)->op == EXPR_IF ? last : first;
  }
}

/* x = if c then a else b gives x a value, although a is not known: that of b.
 * False: the row does not say anything. */
static bool guess_by_branch(Spread *s, int row)
{
  for (int k = s->by_row.start[row]; k < s->by_row.start[row + 1]; k++) {
    const JacobianEntry *entry = &s->block->entry[s->by_row.entry[k]];
    double factor;
    ExprId divisor = NO_EXPR;
    if (s->known[entry->column] ||
        !expr_is_const(s->walk->exprs, entry->value, &factor))
      continue;
    ExprId value = solve_for(s->walk, s->block->residual[row],
                             s->block->unknown[entry->column], &divisor);
    if (value.i < 0 || divisor.i >= 0) continue;
    value = known_branch(s, row, value);
    if (value.i < 0) continue;
    s->left[row] = SPENT; /* it does not say what is in the other branches */
    add_value(s, entry->column, value);
    return true;
  }
  return false;
}

/* Where no equation has just one unknown left. */
static void spread_by_branches(Spread *s, const System *sys)
{
  bool is_more = true;
  while (is_more) {
    is_more = false;
    for (int r = 0; r < s->block->n; r++) {
      if (s->left[r] < 2 || s->left[r] > s->block->n ||
          incidence_is_smooth(sys, s->block->residual[r]))
        continue;
      int n_done = s->n_ready;
      if (!guess_by_branch(s, r)) continue;
      compute_all(s, n_done);
      is_more = true;
    }
  }
}

/* The smallest depth of a start value above this one; -1: there is none. */
static int next_depth(const Spread *s, const System *sys, int depth)
{
  int next = -1;
  for (int c = 0; c < s->block->n; c++) {
    const Var *var = &sys->var[s->block->unknown[c].i];
    if (s->known[c] || var->start.i < 0 || var->start_depth <= depth) continue;
    if (next < 0 || var->start_depth < next) next = var->start_depth;
  }
  return next;
}

/* Start values of one depth, and what follows from them and those before. */
static void spread_depth(Spread *s, const System *sys, int depth)
{
  int n_done = s->n_ready;
  for (int c = 0; c < s->block->n; c++) {
    const Var *var = &sys->var[s->block->unknown[c].i];
    if (s->known[c] || var->start.i < 0 || var->start_depth != depth) continue;
    start_propagation_set_known(s, c);
  }
  compute_all(s, n_done);
}

static void spread_all(Spread *s, const System *sys)
{
  const PatternLists *rows = &s->by_row;
  for (int r = 0; r < s->block->n; r++) {
    s->left[r] = rows->start[r + 1] - rows->start[r];
  }
  int depth = next_depth(s, sys, -1);
  for (; depth >= 0; depth = next_depth(s, sys, depth)) {
    spread_depth(s, sys, depth);
  }
  spread_by_branches(s, sys);
}

/* A block of the running model may be solved in the same way; it has no first
 * values. */
static void give_first(ReducedBlock *block, FirstValues *first, Arena *arena)
{
  LoopMethod *how = arena_alloc(arena, sizeof *how);
  *how = *block->how;
  how->first = first;
  block->how = how;
}

void start_propagation_find(const System *sys, Walk *walk, ReducedBlock *block,
                            Arena *arena, Arena *scratch)
{
  assert(block->kind == BLOCK_SOLVE && !block->linear && block->how);
  ArenaMark mark = arena_mark(scratch);
  size_t n = (size_t)block->n;
  FirstValues *first = arena_alloc(arena, sizeof *first);
  first->column = arena_array(arena, n, sizeof first->column[0]);
  first->value = arena_array(arena, n, sizeof first->value[0]);
  Spread s = {.walk = walk,
              .block = block,
              .by_row = pattern_by_row(block->entry, block->n_entries, block->n,
                                       scratch),
              .by_column = pattern_by_column(block->entry, block->n_entries,
                                             block->n, scratch),
              .known = arena_array(scratch, n, sizeof(bool)),
              .left = arena_array(scratch, n, sizeof(int)),
              .ready = arena_array(scratch, n, sizeof(int)),
              .doubtful = arena_array(scratch, n, sizeof(int)),
              .result = first};
  spread_all(&s, sys);
  if (first->n > 0) give_first(block, first, arena);
  arena_release(mark);
}
