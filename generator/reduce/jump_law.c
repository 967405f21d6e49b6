/* jump_law.c: Gaussian elimination of the impulses. */
#include "reduce/jump_law.h"

#include <assert.h>
#include <string.h>

#include "symbolic/differentiate.h"

/* Rows: equations that are not differentiated. Columns: highest derivatives
 * that an impulse reaches; those of an integral leave its jump. */
typedef struct Laws {
  const System *sys;
  Walk *walk;
  VarId *column;
  int *column_of; /* [n_vars] -1: none */
  int n_columns, n_rows;
  ExprId *factor; /* [n_rows * n_columns] */
  bool *is_used;  /* [n_rows] as a pivot */
} Laws;

static bool jump_law_is_row(const System *sys, const JumpReach *reach, int e)
{
  return reach->is_reached[e] && reach->leads_on[e] &&
         sys->eq[e].integral.i < 0;
}

/* What the reached equations are solved for. */
static void jump_law_list_columns(Laws *l, const JumpReach *reach, Arena *arena)
{
  const System *sys = l->sys;
  l->column_of = arena_array(arena, (size_t)sys->n_vars, sizeof(int));
  l->column = arena_array(arena, (size_t)sys->n_eqs, sizeof(VarId));
  for (int i = 0; i < sys->n_vars; i++) l->column_of[i] = -1;
  for (int e = 0; e < sys->n_eqs; e++) {
    if (!reach->is_reached[e]) continue;
    VarId v = sys->eq_var[e];
    l->column_of[v.i] = l->n_columns;
    l->column[l->n_columns++] = v;
    l->n_rows += jump_law_is_row(sys, reach, e);
  }
}

static bool wants_column(const void *context, VarId v)
{
  return ((const Laws *)context)->column_of[v.i] >= 0;
}

static void fill_rows(Laws *l, const JumpReach *reach, Arena *scratch)
{
  const System *sys = l->sys;
  Walk *other = walk_create(sys->exprs, scratch);
  Gradient gradient = {0};
  size_t n = (size_t)l->n_rows * (size_t)l->n_columns;
  int row = 0;
  l->factor = arena_array(scratch, n, sizeof(ExprId));
  l->is_used = arena_array(scratch, (size_t)l->n_rows, sizeof(bool));
  for (size_t k = 0; k < n; k++) l->factor[k] = expr_const(sys->exprs, 0);
  for (int e = 0; e < sys->n_eqs; e++) {
    if (!jump_law_is_row(sys, reach, e)) continue;
    differentiate_gradient(other, sys->eq[e].residual, wants_column, l,
                           &gradient);
    for (int k = 0; k < gradient.n_entries; k++) {
      int c = l->column_of[gradient.entry[k].var.i];
      l->factor[row * l->n_columns + c] = gradient.entry[k].value;
    }
    row++;
  }
  assert(row == l->n_rows);
}

static bool factor_is_zero(const Laws *l, int row, int c)
{
  return expr_is_zero(l->sys->exprs, l->factor[row * l->n_columns + c]);
}

static bool is_number(const Laws *l, int row, int c)
{
  return expr_is_const(l->sys->exprs, l->factor[row * l->n_columns + c], NULL);
}

/* A number for a factor, if there is one; -1: the impulse occurs nowhere. */
static int find_pivot(const Laws *l, int c)
{
  int pivot = -1;
  for (int row = 0; row < l->n_rows; row++) {
    if (l->is_used[row] || factor_is_zero(l, row, c)) continue;
    if (pivot < 0 || (!is_number(l, pivot, c) && is_number(l, row, c)))
      pivot = row;
  }
  return pivot;
}

/* row := row - (factor/pivot factor) * pivot row */
static void jump_law_subtract_row(Laws *l, int row, int pivot, int c)
{
  ExprTable *t = l->sys->exprs;
  ExprId *a = l->factor + row * l->n_columns;
  const ExprId *b = l->factor + pivot * l->n_columns;
  ExprId by = expr_div(t, a[c], b[c]);
  for (int k = 0; k < l->n_columns; k++) {
    if (k == c || expr_is_zero(t, b[k])) continue;
    a[k] = expr_sub(t, a[k], expr_mul(t, by, b[k]));
  }
  a[c] = expr_const(t, 0);
}

static bool is_impulse(const Laws *l, int c)
{
  return l->sys->var[l->column[c].i].integral.i < 0;
}

static void eliminate_impulses(Laws *l)
{
  for (int c = 0; c < l->n_columns; c++) {
    int pivot = is_impulse(l, c) ? find_pivot(l, c) : -1;
    if (pivot < 0) continue;
    l->is_used[pivot] = true;
    for (int row = 0; row < l->n_rows; row++) {
      if (!l->is_used[row] && !factor_is_zero(l, row, c))
        jump_law_subtract_row(l, row, pivot, c);
    }
  }
}

/* The sum of what jumps in a row; NO_EXPR: its factors change, or nothing
 * jumps in it. */
static ExprId jump_law_sum_of(const Laws *l, int row)
{
  ExprTable *t = l->sys->exprs;
  ExprId sum = NO_EXPR;
  for (int c = 0; c < l->n_columns; c++) {
    ExprId factor = l->factor[row * l->n_columns + c];
    if (expr_is_zero(t, factor)) continue;
    if (!jumps_is_fixed(l->sys, l->walk, factor)) return NO_EXPR;
    VarId x = l->sys->var[l->column[c].i].integral;
    ExprId term = expr_mul(t, factor, expr_var(t, x));
    sum = sum.i < 0 ? term : expr_add(t, sum, term);
  }
  return sum;
}

static void list_sums(const Laws *l, ReducedJumps *jumps, Arena *arena)
{
  jumps->law_sum = arena_array(arena, (size_t)l->n_rows, sizeof(ExprId));
  for (int row = 0; row < l->n_rows; row++) {
    ExprId sum = l->is_used[row] ? NO_EXPR : jump_law_sum_of(l, row);
    if (sum.i >= 0) jumps->law_sum[jumps->n_law_sums++] = sum;
  }
}

static void list_leapers(const Laws *l, ReducedJumps *jumps, Arena *arena)
{
  jumps->leaper = arena_array(arena, (size_t)l->n_columns, sizeof(VarId));
  for (int c = 0; c < l->n_columns; c++) {
    VarId x = l->sys->var[l->column[c].i].integral;
    if (x.i >= 0) jumps->leaper[jumps->n_leapers++] = x;
  }
}

void jump_law_find(const System *sys, Walk *walk, const JumpReach *reach,
                   ReducedJumps *jumps, Arena *arena, Arena *scratch)
{
  Laws l = {.sys = sys, .walk = walk};
  assert(sys->n_jumps > 0 && jumps->n_leapers == 0);
  jump_law_list_columns(&l, reach, scratch);
  list_leapers(&l, jumps, arena);
  if (l.n_rows > JUMP_LAW_MOST || l.n_columns > JUMP_LAW_MOST) return;
  fill_rows(&l, reach, scratch);
  eliminate_impulses(&l);
  list_sums(&l, jumps, arena);
}
