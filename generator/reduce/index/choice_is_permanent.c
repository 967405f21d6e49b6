/* choice_is_permanent.c: a row with one column left, or a column with one row
 * left, gives the next pivot; a line is a row or, b->n after it, a column. */
#include "reduce/index/choice_is_permanent.h"

#include <assert.h>
#include <math.h>

#include "reduce/index/cancellation.h"

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
  int *n_terms;    /* [rows] see cancellation.h */
  double *largest; /* [rows] number in it */
} Lasting;

/* --- pivots --- */

static double choice_is_permanent_number_of(const System *sys, ExprId e,
                                            double otherwise)
{
  double value;
  return e.i >= 0 && expr_is_const(sys->exprs, e, &value) ? value : otherwise;
}

/* A parameter can be set in the FMU. */
static void choice_is_permanent_bounds_of(const void *context, VarId v,
                                          double *min, double *max)
{
  const System *sys = context;
  const Var *var = &sys->var[v.i];
  if (var->kind < VAR_PARAMETER) {
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

/* The terms of each row, and the largest number in it. */
static void look_at_rows(Lasting *l)
{
  const System *sys = l->sys;
  const DummyBlock *b = l->b;
  for (int r = 0; r < b->n && b->order[r] > 0; r++) {
    EqId given = system_eq_integral(sys, b->eq[r], b->order[r]);
    l->n_terms[r] = cancellation_terms(sys, l->walk, sys->eq[given.i].residual);
  }
  for (int k = 0; k < b->n_entries; k++) {
    double *largest = &l->largest[b->entry[k].row];
    double size = choice_is_permanent_number_of(sys, b->entry[k].value, 0);
    *largest = fmax(*largest, fabs(size));
  }
}

/* Of a factor without unknowns: it was not zero when it was chosen. */
static bool is_good_factor(const Lasting *l, const Entry *e)
{
  return cancellation_factor_is_good(l->sys, e->value, l->n_terms[e->row],
                                     l->largest[e->row]);
}

static bool choice_is_permanent_is_pivot(Lasting *l, const Entry *e)
{
  if (cancellation_is_constant(l->sys, l->walk, e->value)) {
    return is_good_factor(l, e);
  }
  if (l->n_terms[e->row] >= CANCELLATION_TERMS) return false;
  SignBounds bounds = choice_is_permanent_bounds(l->sys);
  return sign_is_never_zero_within(l->walk, e->value, &bounds);
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
    if (!e || !choice_is_permanent_is_pivot(l, e)) continue;
    int row = row_line(e), column = column_line(l, e);
    l->is_left[row] = l->is_left[column] = false;
    take_out(l, row);
    take_out(l, column);
  }
}

/* Rows that have a good factor for a chosen column; a parameter may be zero. */
static bool *find_settled(const Lasting *l, Arena *arena)
{
  const DummyBlock *b = l->b;
  bool *settled = arena_array(arena, (size_t)b->n, sizeof(bool));
  for (int r = 0; r < b->n; r++)
    settled[r] = l->n_terms[r] < CANCELLATION_TERMS;
  for (int k = 0; k < b->n_entries; k++) {
    const Entry *e = &b->entry[k];
    settled[e->row] |= b->chosen[e->col] && is_good_factor(l, e);
  }
  return settled;
}

PermanentRows choice_is_permanent_rows(const System *sys, Walk *walk,
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
  l.n_terms = arena_array(arena, (size_t)b->n, sizeof(int));
  l.largest = arena_array(arena, (size_t)b->n, sizeof(double));
  look_at_rows(&l);
  for (int r = 0; r < b->n; r++) lasts[r] = true;
  for (int level = 1; level <= b->n_levels; level++) {
    mark_lines(&l, level);
    count_entries(&l);
    choice_is_permanent_list_entries(&l);
    order_rows(&l);
    for (int r = 0; r < b->n; r++) lasts[r] &= !l.is_left[r];
  }
  return (PermanentRows){lasts, find_settled(&l, arena)};
}
