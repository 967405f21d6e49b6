/* choice_is_permanent.c: a row with one column left, or a column with one row
 * left, gives the next pivot; a line is a row or, b->n after it, a column. */
#include "reduce/index/choice_is_permanent.h"

#include <assert.h>
#include <math.h>

typedef struct Lasting {
  const System *sys;
  Walk *walk;
  const DummyBlock *b;
  bool *is_left; /* [lines] no pivot was found in it yet */
  int *count;    /* [lines] entries that are left */
  int *first;    /* [lines + 1] place in `item` */
  int *item;     /* entries of each line */
  int *stack;    /* [lines] lines that came down to one entry */
  int n_stack;
} Lasting;

/* --- pivots --- */

static double choice_is_permanent_number_of(const System *sys, ExprId e,
                                            double otherwise)
{
  double value;
  return e.i >= 0 && expr_is_const(sys->exprs, e, &value) ? value : otherwise;
}

/* Parameters count as they are, as those in constant columns do. */
static void choice_is_permanent_bounds_of(const void *context, VarId v,
                                          double *min, double *max)
{
  const System *sys = context;
  const Var *var = &sys->var[v.i];
  if (var->kind <= VAR_PARAMETER) {
    *min = choice_is_permanent_number_of(sys, var->binding, -INFINITY);
    *max = choice_is_permanent_number_of(sys, var->binding, INFINITY);
  } else {
    *min = choice_is_permanent_number_of(sys, var->min, -INFINITY);
    *max = choice_is_permanent_number_of(sys, var->max, INFINITY);
  }
}

SignBounds choice_is_permanent_bounds(const System *sys)
{
  return (SignBounds){sys, choice_is_permanent_bounds_of};
}

/* Without unknowns: it was not zero when it was chosen. */
static bool is_constant(Lasting *l, ExprId e)
{
  walk_from(l->walk, e, false);
  for (int k = 0; k < l->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(l->sys->exprs, l->walk->node[k]);
    if (n->op == EXPR_TIME) return false;
    if (n->op == EXPR_VAR && l->sys->var[n->var.i].kind > VAR_PARAMETER) {
      return false;
    }
  }
  return true;
}

static bool choice_is_permanent_is_pivot(Lasting *l, ExprId e)
{
  SignBounds bounds = choice_is_permanent_bounds(l->sys);
  return is_constant(l, e) || sign_is_never_zero_within(l->walk, e, &bounds);
}

/* --- the matrix of one level --- */

static int row_line(const Entry *e)
{
  return e->row;
}

static int column_line(const Lasting *l, const Entry *e)
{
  return l->b->n + e->col;
}

static bool is_entry(const Lasting *l, const Entry *e)
{
  return l->is_left[row_line(e)] && l->is_left[column_line(l, e)];
}

static void mark_lines(Lasting *l, int level)
{
  int n = l->b->n;
  for (int k = 0; k < n; k++) {
    l->is_left[k] = l->b->order[k] >= level;
    l->is_left[n + k] = l->b->chosen[(level - 1) * n + k];
  }
}

static void count_entries(Lasting *l)
{
  for (int k = 0; k < 2 * l->b->n; k++) l->count[k] = 0;
  for (int k = 0; k < l->b->n_entries; k++) {
    const Entry *e = &l->b->entry[k];
    if (!is_entry(l, e)) continue;
    l->count[row_line(e)]++;
    l->count[column_line(l, e)]++;
  }
}

static void choice_is_permanent_list_entries(Lasting *l)
{
  int n_lines = 2 * l->b->n;
  l->first[0] = 0;
  for (int k = 0; k < n_lines; k++) {
    l->first[k + 1] = l->first[k] + l->count[k];
    l->count[k] = 0;
  }
  for (int k = 0; k < l->b->n_entries; k++) {
    const Entry *e = &l->b->entry[k];
    if (!is_entry(l, e)) continue;
    int row = row_line(e), column = column_line(l, e);
    l->item[l->first[row] + l->count[row]++] = k;
    l->item[l->first[column] + l->count[column]++] = k;
  }
}

/* --- triangular order --- */

static void push_if_single(Lasting *l, int line)
{
  assert(l->n_stack < 2 * l->b->n);
  if (l->is_left[line] && l->count[line] == 1) l->stack[l->n_stack++] = line;
}

/* The one entry of the line whose other line is left; NULL: none. */
static const Entry *single_entry(const Lasting *l, int line)
{
  for (int k = l->first[line]; k < l->first[line + 1]; k++) {
    const Entry *e = &l->b->entry[l->item[k]];
    if (is_entry(l, e)) return e;
  }
  return NULL;
}

static void take_out(Lasting *l, int line)
{
  for (int k = l->first[line]; k < l->first[line + 1]; k++) {
    const Entry *e = &l->b->entry[l->item[k]];
    int row = row_line(e), other = row == line ? column_line(l, e) : row;
    l->count[other]--;
    push_if_single(l, other);
  }
}

/* Puts rows in order, as far as it goes. */
static void order_rows(Lasting *l)
{
  l->n_stack = 0;
  for (int k = 0; k < 2 * l->b->n; k++) push_if_single(l, k);
  while (l->n_stack > 0) {
    int line = l->stack[--l->n_stack];
    const Entry *e = l->is_left[line] ? single_entry(l, line) : NULL;
    if (!e || !choice_is_permanent_is_pivot(l, e->value)) continue;
    int row = row_line(e), column = column_line(l, e);
    l->is_left[row] = l->is_left[column] = false;
    take_out(l, row);
    take_out(l, column);
  }
}

bool *choice_is_permanent_rows(const System *sys, Walk *walk,
                               const DummyBlock *b, Arena *arena)
{
  size_t n_lines = 2 * (size_t)b->n;
  Lasting l = {.sys = sys, .walk = walk, .b = b};
  bool *lasts = arena_array(arena, (size_t)b->n, sizeof(bool));
  l.is_left = arena_array(arena, n_lines, sizeof(bool));
  l.count = arena_array(arena, n_lines, sizeof(int));
  l.first = arena_array(arena, n_lines + 1, sizeof(int));
  l.item = arena_array(arena, 2 * (size_t)b->n_entries, sizeof(int));
  l.stack = arena_array(arena, n_lines, sizeof(int));
  for (int r = 0; r < b->n; r++) lasts[r] = true;
  for (int level = 1; level <= b->n_levels; level++) {
    mark_lines(&l, level);
    count_entries(&l);
    choice_is_permanent_list_entries(&l);
    order_rows(&l);
    for (int r = 0; r < b->n; r++) lasts[r] &= !l.is_left[r];
  }
  return lasts;
}
