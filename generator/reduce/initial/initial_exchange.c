/* initial_exchange.c: alternating paths from rows without an unknown to those
 * that can do without, judged by the rank of the Jacobian. */
#include "reduce/initial/initial_exchange.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "reduce/structure/equilibrate.h"
#include "reduce/system/start_point.h"
#include "symbolic/differentiate.h"

enum {
  MOST_ROWS = 600, /* that numbers are asked about */
  MOST_SWEEPS = 50
};
static const double settled = 1e-12;
static const double dependent_part = 1e-9; /* of a row */

typedef struct Exchange {
  const System *sys;
  Walk *walk;
  Plan *plan;
  Arena *arena;
  const bool *unknown;
  StartPoint *point;
  int *column; /* [n_vars] of the Jacobian; -1: none */
  int n_wanted;
  bool *gives;  /* [n_rows] it may be left without an unknown */
  int *reached; /* rows of the last search */
  int n_reached;
  int *came_from; /* [n_rows] the row before it; -1: none */
  int *stamp;     /* [n_rows] the search that reached it last */
  int now;
} Exchange;

/* --- paths --- */

static void initial_exchange_reach_row(Exchange *x, int row, int from)
{
  if (x->stamp[row] == x->now) return;
  x->stamp[row] = x->now;
  x->came_from[row] = from;
  x->reached[x->n_reached++] = row;
}

/* The rows that what is reached so far competes with. Ends at the first one
 * that gives its unknown, where `stops`; -1: there is none. */
static int search_on(Exchange *x, bool stops)
{
  const Matching *m = x->plan->m;
  for (int k = 0; k < x->n_reached; k++) {
    int row = x->reached[k];
    if (stops && m->row_col[row] >= 0 && x->gives[row]) return row;
    const IntList *list = &m->row[row];
    for (int i = 0; i < list->n; i++) {
      int v = list->item[i], next = x->unknown[v] ? m->col_row[v] : -1;
      if (next >= 0) initial_exchange_reach_row(x, next, row);
    }
  }
  return -1;
}

static void search_begin(Exchange *x)
{
  x->now++;
  x->n_reached = 0;
}

/* Each row on the way takes the unknown of the next one. */
static void initial_exchange_hand_on(const Exchange *x, int giver)
{
  Matching *m = x->plan->m;
  int column = m->row_col[giver];
  assert(column >= 0);
  m->row_col[giver] = -1;
  for (int row = x->came_from[giver]; row >= 0; row = x->came_from[row]) {
    int next = m->row_col[row];
    m->row_col[row] = column;
    m->col_row[column] = row;
    column = next;
  }
}

/* Rows that do not give get the unknown of one that does. */
static void exchange_all(Exchange *x)
{
  for (int r = 0; r < x->plan->n_rows; r++) {
    if (x->plan->m->row_col[r] >= 0 || x->gives[r]) continue;
    search_begin(x);
    initial_exchange_reach_row(x, r, -1);
    int giver = search_on(x, true);
    if (giver >= 0) initial_exchange_hand_on(x, giver);
  }
}

/* --- numbers --- */

static bool is_variable(const void *only, VarId v)
{
  return ((const VarId *)only)->i == v.i;
}

static bool competes_with_giver(const Exchange *x, const bool *matters, int row)
{
  const Matching *m = x->plan->m;
  const IntList *list = &m->row[row];
  for (int i = 0; i < list->n; i++) {
    int v = list->item[i], next = x->unknown[v] ? m->col_row[v] : -1;
    if (next >= 0 && matters[next]) return true;
  }
  return false;
}

/* One step of Newton's method for the unknown of the row alone; how far it
 * leads. */
static double settle_row(const Exchange *x, int row, double *value)
{
  const PlanRow *r = &x->plan->row[row];
  int v = x->plan->m->row_col[row];
  double next = value[v];
  if (r->assigned.i >= 0) {
    next = evaluate(x->walk, r->value, &x->point->point);
  } else {
    VarId only = {v};
    Gradient gradient = {0};
    differentiate_gradient(x->walk, r->residual, is_variable, &only, &gradient);
    if (gradient.n_entries == 1) {
      ExprId slope = gradient.entry[0].value;
      next -= evaluate(x->walk, r->residual, &x->point->point) /
              evaluate(x->walk, slope, &x->point->point);
    }
  }
  if (!isfinite(next)) return 0;
  double off = fabs(next - value[v]);
  value[v] = next;
  return off / fmax(fabs(next), 1);
}

/* What rows that do not matter determine, as far as they can be solved one by
 * one. They were reached from the rows that need them. */
static void settle_determined(const Exchange *x, const bool *matters)
{
  double off = HUGE_VAL;
  for (int i = 0; i < MOST_SWEEPS && off > settled; i++) {
    off = 0;
    for (int k = x->n_reached - 1; k >= 0; k--) {
      int row = x->reached[k];
      if (!matters[row]) off = fmax(off, settle_row(x, row, x->point->value));
    }
  }
}

/* Rows from which no initial equation can be reached determine their unknowns
 * before the others: these are left out of what was reached. What follows from
 * a condition does so with right values of them only. */
static void leave_out_determined(Exchange *x)
{
  bool *matters = arena_array(x->arena, (size_t)x->plan->n_rows, sizeof(bool));
  bool is_more = true;
  while (is_more) {
    is_more = false;
    for (int k = x->n_reached - 1; k >= 0; k--) {
      int row = x->reached[k];
      if (matters[row]) continue;
      matters[row] = x->gives[row] || competes_with_giver(x, matters, row);
      is_more |= matters[row];
    }
  }
  settle_determined(x, matters);
  int n = 0;
  for (int k = 0; k < x->n_reached; k++) {
    if (matters[x->reached[k]]) x->reached[n++] = x->reached[k];
  }
  x->n_reached = n;
  vector_sort_ints(x->reached, n); /* as written */
  for (int k = 0; k < n; k++) {
    int column = x->plan->m->row_col[x->reached[k]];
    if (column >= 0) x->column[column] = x->n_wanted++;
  }
}

static bool initial_exchange_wanted(const void *exchange, VarId v)
{
  const Exchange *x = exchange;
  return x->column[v.i] >= 0;
}

/* The Jacobian of the rows that were reached. */
static SparseMatrix jacobian_of_reached(Exchange *x)
{
  SparseMatrix a = {.n_rows = x->n_reached, .n_columns = x->n_wanted};
  int cap = 0;
  Gradient gradient = {0};
  for (int r = 0; r < x->n_reached; r++) {
    const PlanRow *row = &x->plan->row[x->reached[r]];
    differentiate_gradient(x->walk, row->residual, initial_exchange_wanted, x,
                           &gradient);
    a.entry = vector_grow(x->arena, a.entry, &cap,
                          a.n_entries + gradient.n_entries, sizeof a.entry[0]);
    for (int k = 0; k < gradient.n_entries; k++) {
      ExprId e = gradient.entry[k].value;
      int column = x->column[gradient.entry[k].var.i];
      double v = evaluate(x->walk, e, &x->point->point);
      if (v == 0) continue;
      bool is_exact = equilibrate_is_exact(x->sys->exprs, x->walk, e);
      a.entry[a.n_entries++] =
          (SparseEntry){r, column, isfinite(v) ? v : 1.0, is_exact};
    }
  }
  equilibrate(&a, x->arena);
  return a;
}

/* Rows that are independent of those before them, reduced. */
typedef struct Basis {
  int n_rows, n_columns;
  double *row; /* [n_rows * n_columns] */
  int *pivot;  /* [n_rows] its column */
} Basis;

/* Reduces a row by those of the basis. False: nothing but rounding is left.
 * Else it is one more of them. */
static bool join_basis(Basis *b, double *row)
{
  size_t n = (size_t)b->n_columns;
  double most = 0, left = 0;
  int at = 0;
  for (int c = 0; c < b->n_columns; c++) most = fmax(most, fabs(row[c]));
  for (int k = 0; k < b->n_rows; k++) {
    const double *base = b->row + (size_t)k * n;
    double factor = row[b->pivot[k]];
    if (factor == 0) continue;
    for (int c = 0; c < b->n_columns; c++) {
      row[c] -= factor * base[c];
      most = fmax(most, fabs(row[c]));
    }
    row[b->pivot[k]] = 0;
  }
  for (int c = 0; c < b->n_columns; c++) {
    if (fabs(row[c]) <= left) continue;
    left = fabs(row[c]);
    at = c;
  }
  if (left <= dependent_part * most) return false;
  double *to = b->row + (size_t)b->n_rows * n;
  for (int c = 0; c < b->n_columns; c++) to[c] = row[c] / row[at];
  b->pivot[b->n_rows++] = at;
  return true;
}

/* Marks the initial equations that depend on equations of the model and on
 * initial equations before them; how many. */
static int mark_dependent(Exchange *x, bool *marked)
{
  SparseMatrix a = jacobian_of_reached(x);
  size_t n_rows = (size_t)a.n_rows, n = (size_t)a.n_columns;
  double *full = arena_array(x->arena, n_rows * n, sizeof(double));
  Basis basis = {0, a.n_columns, arena_array(x->arena, n * n, sizeof(double)),
                 arena_array(x->arena, n, sizeof(int))};
  int n_marked = 0;
  for (int k = 0; k < a.n_entries; k++) {
    const SparseEntry *e = &a.entry[k];
    full[(size_t)e->row * n + (size_t)e->column] = e->value;
  }
  for (int pass = 0; pass < 2; pass++) {
    for (int r = 0; r < a.n_rows; r++) {
      bool is_initial = x->plan->row[x->reached[r]].eq.i < 0;
      if (is_initial != (pass == 1)) continue;
      if (join_basis(&basis, full + (size_t)r * n) || !is_initial) continue;
      marked[r] = true;
      n_marked++;
    }
  }
  return n_marked;
}

static void exchange_by_numbers(Exchange *x)
{
  const Plan *plan = x->plan;
  int n_left = 0;
  search_begin(x);
  for (int r = 0; r < plan->n_rows; r++) {
    if (plan->m->row_col[r] >= 0 || plan->row[r].assigned.i >= 0) continue;
    n_left++;
    initial_exchange_reach_row(x, r, -1);
  }
  if (n_left == 0) return;
  search_on(x, false);
  x->point = start_point_make(x->sys, x->walk, 0, x->arena);
  for (int k = 0; k < x->sys->n_jumps; k++) {
    x->point->value[x->sys->jump[k].impulse.i] = 0;
  }
  leave_out_determined(x);
  if (x->n_reached > MOST_ROWS) return;
  bool *marked = arena_array(x->arena, (size_t)x->n_reached, sizeof(bool));
  if (mark_dependent(x, marked) < n_left) return;
  memset(x->gives, 0, (size_t)plan->n_rows * sizeof(bool));
  for (int r = 0; r < x->n_reached; r++) x->gives[x->reached[r]] = marked[r];
  exchange_all(x);
}

void initial_exchange(const System *sys, Walk *walk, Plan *plan,
                      const bool *unknown, Arena *arena)
{
  size_t n = (size_t)plan->n_rows;
  Exchange x = {.sys = sys,
                .walk = walk,
                .plan = plan,
                .arena = arena,
                .unknown = unknown,
                .column = arena_array(arena, (size_t)sys->n_vars, sizeof(int)),
                .gives = arena_array(arena, n, sizeof(bool)),
                .reached = arena_array(arena, n, sizeof(int)),
                .came_from = arena_array(arena, n, sizeof(int)),
                .stamp = arena_array(arena, n, sizeof(int))};
  for (int r = 0; r < plan->n_rows; r++) x.gives[r] = plan->row[r].eq.i < 0;
  for (int v = 0; v < sys->n_vars; v++) x.column[v] = -1;
  exchange_all(&x);
  exchange_by_numbers(&x);
}
