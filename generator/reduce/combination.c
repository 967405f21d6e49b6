/* combination.c: factors first as numbers, then as minors; then the sum. */
#include "reduce/combination.h"

#include <math.h>

#include "reduce/dependence.h"
#include "reduce/incidence.h"
#include "symbolic/collect.h"

/* Parts of the size of what is summed up that count as zero. */
static const double ZERO = 1e-8;
/* Minors of more rows are too long as expressions. */
enum { MOST_MINOR_ROWS = 4 };

typedef struct Finder {
  const System *sys;
  Session *s;
  Walk *walk;
  Arena *scratch;
  const SingularBlock *block;
  int *order;     /* [n] differentiations of each row */
  int *rank;      /* [n] rows by falling order: the last one is replaced */
  ExprId *value;  /* [n * n] J; NO_EXPR: zero */
  ExprId *factor; /* [n] u; NO_EXPR: not in the combination */
} Finder;

/* --- numbers --- */

static double number(const Finder *f, ExprId e, const StartPoint *p)
{
  return e.i < 0 ? 0 : evaluate(f->walk, e, &p->point);
}

/* J at a point, rows by rank, into columns first.. of a matrix of `width`.
 * Outside of its domain an entry is anything but zero. */
static void fill(const Finder *f, const StartPoint *p, double *a, int first,
                 int width)
{
  int n = f->block->n;
  for (int r = 0; r < n; r++) {
    for (int c = 0; c < n; c++) {
      double v = number(f, f->value[f->rank[r] * n + c], p);
      a[(size_t)r * (size_t)width + (size_t)(first + c)] =
          isfinite(v) ? v : 1.0;
    }
  }
}

/* u^T J = 0 at this point, as far as it can be evaluated there? */
static bool vanishes_at(const Finder *f, const StartPoint *p)
{
  int n = f->block->n;
  for (int c = 0; c < n; c++) {
    double sum = 0, size = 0;
    for (int r = 0; r < n; r++) {
      if (f->factor[r].i < 0 || f->value[r * n + c].i < 0) continue;
      double v = number(f, f->factor[r], p) * number(f, f->value[r * n + c], p);
      sum += v;
      size += fabs(v);
    }
    if (isfinite(sum) && fabs(sum) > ZERO * size) return false;
  }
  return true;
}

static bool vanishes_at_all(const Finder *f, StartPoint *const *p, int n)
{
  for (int k = 0; k < n; k++) {
    if (!vanishes_at(f, p[k])) return false;
  }
  return true;
}

static void set_factors(Finder *f, const double *u)
{
  for (int k = 0; k < f->block->n; k++) {
    f->factor[f->rank[k]] =
        u[k] == 0 ? NO_EXPR : expr_const(f->sys->exprs, u[k]);
  }
}

/* The same numbers at all points: the Jacobians beside each other. */
static bool constant_factors(Finder *f)
{
  const SingularBlock *b = f->block;
  int width = b->n * b->n_points;
  double *a =
      arena_array(f->scratch, (size_t)b->n * (size_t)width, sizeof(double));
  double *u = arena_array(f->scratch, (size_t)b->n, sizeof(double));
  for (int p = 0; p < b->n_points; p++) {
    fill(f, b->point[p], a, p * b->n, width);
  }
  if (!dependence_find(a, b->n, width, u, NULL, f->scratch)) return false;
  set_factors(f, u);
  return true;
}

/* --- minors --- */

/* The determinant of the rows and columns listed; size is at most
 * MOST_MINOR_ROWS - 1, which bounds the recursion. */
static ExprId determinant(const Finder *f, const int *row, const int *col,
                          int size)
{
  ExprTable *t = f->sys->exprs;
  if (size == 0) return expr_const(t, 1);
  ExprId sum = expr_const(t, 0);
  for (int k = 0; k < size; k++) {
    ExprId first = f->value[row[0] * f->block->n + col[k]];
    if (first.i < 0) continue;
    int rest[MOST_MINOR_ROWS], n = 0;
    for (int c = 0; c < size; c++) {
      if (c != k) rest[n++] = col[c];
    }
    ExprId term = expr_mul(t, first, determinant(f, row + 1, rest, size - 1));
    sum = k % 2 == 0 ? expr_add(t, sum, term) : expr_sub(t, sum, term);
  }
  return sum;
}

/* Rows that depend on each other at a point; returns how many. */
static int dependent_rows(Finder *f, const StartPoint *p, int *row, int most)
{
  const SingularBlock *b = f->block;
  double *a =
      arena_array(f->scratch, (size_t)b->n * (size_t)b->n, sizeof(double));
  double *u = arena_array(f->scratch, (size_t)b->n, sizeof(double));
  fill(f, p, a, 0, b->n);
  if (!dependence_find(a, b->n, b->n, u, NULL, f->scratch)) return 0;
  set_factors(f, u);
  int n = 0;
  for (int k = 0; k < b->n; k++) {
    if (u[k] == 0) continue;
    if (n < most) row[n] = f->rank[k];
    n++;
  }
  return n;
}

/* Columns in which all but the last of these rows are independent. */
static void independent_columns(const Finder *f, const StartPoint *p,
                                const int *row, int n, int *col)
{
  const SingularBlock *b = f->block;
  double *a = arena_array(f->scratch, (size_t)n * (size_t)b->n, sizeof(double));
  double *u = arena_array(f->scratch, (size_t)n, sizeof(double));
  for (int r = 0; r < n; r++) {
    for (int c = 0; c < b->n; c++) {
      a[r * b->n + c] = number(f, f->value[row[r] * b->n + c], p);
    }
  }
  dependence_find(a, n, b->n, u, col, f->scratch);
}

/* u_i is the minor of the dependent rows without row i, with its sign; rows
 * and columns are chosen at the point. */
static bool minors_at(Finder *f, const StartPoint *p)
{
  int row[MOST_MINOR_ROWS], col[MOST_MINOR_ROWS] = {0};
  int n = dependent_rows(f, p, row, MOST_MINOR_ROWS);
  if (n == 0 || n > MOST_MINOR_ROWS) return false;
  independent_columns(f, p, row, n, col);
  ExprTable *t = f->sys->exprs;
  for (int k = 0; k < f->block->n; k++) f->factor[k] = NO_EXPR;
  for (int k = 0; k < n; k++) {
    int rest[MOST_MINOR_ROWS], m = 0;
    for (int r = 0; r < n; r++) {
      if (r != k) rest[m++] = row[r];
    }
    ExprId minor = determinant(f, rest, col, m);
    f->factor[row[k]] = k % 2 == 0 ? minor : expr_neg(t, minor);
  }
  return vanishes_at_all(f, f->block->point, f->block->n_points);
}

/* --- which equation is replaced --- */

static int least_order(const Finder *f)
{
  int least = f->order[f->rank[0]];
  for (int r = 0; r < f->block->n; r++) {
    if (f->factor[r].i >= 0 && f->order[r] < least) least = f->order[r];
  }
  return least;
}

/* Its factor must not vanish; a number never does. */
static bool may_be_replaced(const Finder *f, int row, bool by_number)
{
  if (f->factor[row].i < 0) return false;
  if (by_number) return expr_is_const(f->sys->exprs, f->factor[row], NULL);
  for (int p = 0; p < f->block->n_points; p++) {
    double v = number(f, f->factor[row], f->block->point[p]);
    if (!isfinite(v) || v == 0) return false;
  }
  return true;
}

static int replaced_row(const Finder *f, int least)
{
  for (int pass = 0; pass < 2; pass++) {
    for (int k = f->block->n - 1; k >= 0; k--) {
      int row = f->rank[k];
      if (f->order[row] > least) break; /* by falling order */
      if (may_be_replaced(f, row, pass == 0)) return row;
    }
  }
  return -1;
}

/* A choice that vanishes nowhere: at the start, where many things are zero,
 * or at a general point. */
static bool minor_factors(Finder *f)
{
  const SingularBlock *b = f->block;
  for (int k = 0; k < 2; k++) {
    if (!minors_at(f, b->point[k == 0 ? 0 : b->n_points - 1])) continue;
    if (replaced_row(f, least_order(f)) >= 0) return true;
  }
  return false;
}

/* Factors may hold unknowns, but none as high as what is to cancel out. */
static bool factors_are_low(const Finder *f, int least)
{
  const System *sys = f->sys;
  for (int r = 0; r < f->block->n; r++) {
    if (f->factor[r].i < 0) continue;
    IntList list = incidence_of(sys, f->walk, f->factor[r], false, f->scratch);
    for (int k = 0; k < list.n; k++) {
      VarId v = {list.item[k]};
      int above = 0;
      while (sys->var[v.i].derivative.i >= 0) {
        v = sys->var[v.i].derivative;
        above++;
      }
      if (above <= least) return false;
    }
  }
  return true;
}

/* --- the sum --- */

typedef struct Cancelled {
  const Finder *f;
  int least;
  ExprId by;
} Cancelled;

static ExprId without_cancelled(void *context, ExprTable *t, VarId var)
{
  const Cancelled *c = context;
  const SingularBlock *b = c->f->block;
  for (int r = 0; r < b->n; r++) {
    VarId z = c->f->sys->eq_var[b->row[r]];
    if (var_same(system_integral(c->f->sys, z, c->least), var)) return c->by;
  }
  return expr_var(t, var);
}

static ExprId sum_of_terms(const Finder *f, int least)
{
  const System *sys = f->sys;
  ExprTable *t = sys->exprs;
  ExprId sum = expr_const(t, 0);
  for (int r = 0; r < f->block->n; r++) {
    if (f->factor[r].i < 0) continue;
    EqId e = system_eq_integral(sys, (EqId){f->block->row[r]}, least);
    sum = expr_add(t, sum, expr_mul(t, f->factor[r], sys->eq[e.i].residual));
  }
  return sum;
}

/* Have both expressions the same value at all points? */
static bool agree(const Finder *f, ExprId a, ExprId b)
{
  int n_compared = 0;
  for (int p = 0; p < f->block->n_points; p++) {
    double va = number(f, a, f->block->point[p]);
    double vb = number(f, b, f->block->point[p]);
    if (!isfinite(va)) continue;
    if (!(fabs(va - vb) <= ZERO * (1 + fabs(va)))) return false;
    n_compared++;
  }
  return n_compared > 0;
}

/* What cancels out may have any value: it gets one, and is gone. NO_EXPR:
 * it does not cancel out. */
static ExprId combined_residual(const Finder *f, int least)
{
  ExprTable *t = f->sys->exprs;
  ExprId sum = sum_of_terms(f, least);
  for (int by = 0; by <= 1; by++) {
    Cancelled c = {f, least, expr_const(t, by)};
    ExprId rest = walk_replace(f->walk, sum, false, without_cancelled, &c);
    rest = collect_terms(t, rest, f->scratch);
    if (agree(f, sum, rest)) return rest;
  }
  return NO_EXPR;
}

static void set_terms(const Finder *f, int least, Combination *c)
{
  const SingularBlock *b = f->block;
  c->term = arena_array(f->sys->arena, (size_t)b->n, sizeof c->term[0]);
  for (int k = 0; k < b->n; k++) {
    int r = f->rank[k];
    if (f->factor[r].i < 0) continue;
    EqId given = system_eq_integral(f->sys, (EqId){b->row[r]}, f->order[r]);
    c->term[c->n_terms++] =
        (CombinationTerm){given, f->order[r] - least, f->factor[r]};
  }
}

/* Divides by the factor of the replaced equation if that is a number. */
static void normalise(Finder *f, int row)
{
  ExprTable *t = f->sys->exprs;
  double unit, value;
  if (!expr_is_const(t, f->factor[row], &unit)) return;
  for (int r = 0; r < f->block->n; r++) {
    if (f->factor[r].i < 0) continue;
    f->factor[r] = expr_is_const(t, f->factor[r], &value)
                       ? expr_const(t, value / unit)
                       : expr_div(t, f->factor[r], expr_const(t, unit));
  }
}

/* --- parameters --- */

/* The parameters below the Jacobian of the combined rows, through bindings. */
static void decide_parameters(const Finder *f, Combination *c)
{
  const System *sys = f->sys;
  int n = f->block->n;
  bool *seen = arena_array(f->scratch, (size_t)sys->n_vars, sizeof(bool));
  int *stack = arena_array(f->scratch, (size_t)sys->n_vars + 1, sizeof(int));
  c->decided = arena_array(sys->arena, (size_t)sys->n_vars, sizeof(VarId));
  for (int k = 0; k < n * n; k++) {
    ExprId e = f->factor[k / n].i < 0 ? NO_EXPR : f->value[k];
    int depth = 0;
    while (e.i >= 0) {
      walk_from(f->walk, e, false);
      for (int i = 0; i < f->walk->n_nodes; i++) {
        const ExprNode *node = expr_node(sys->exprs, f->walk->node[i]);
        if (node->op != EXPR_VAR || seen[node->var.i]) continue;
        const Var *var = &sys->var[node->var.i];
        if (var->kind != VAR_PARAMETER || var->is_set_at_start) continue;
        seen[node->var.i] = true;
        c->decided[c->n_decided++] = node->var;
        stack[depth++] = node->var.i;
      }
      e = depth > 0 ? sys->var[stack[--depth]].binding : NO_EXPR;
    }
  }
}

/* --- all together --- */

/* By falling order, then as written. */
static bool ranks_before(const Finder *f, int a, int b)
{
  if (f->order[a] != f->order[b]) return f->order[a] > f->order[b];
  EqId ea = system_eq_integral(f->sys, (EqId){f->block->row[a]}, f->order[a]);
  EqId eb = system_eq_integral(f->sys, (EqId){f->block->row[b]}, f->order[b]);
  return ea.i < eb.i;
}

static Finder *make_finder(const System *sys, Session *s, Walk *walk,
                           const SingularBlock *b)
{
  Arena *scratch = session_scratch(s);
  Finder *f = arena_alloc(scratch, sizeof *f);
  size_t n = (size_t)b->n;
  *f = (Finder){
      .sys = sys, .s = s, .walk = walk, .scratch = scratch, .block = b};
  f->order = arena_array(scratch, n, sizeof(int));
  f->rank = arena_array(scratch, n, sizeof(int));
  f->value = arena_array(scratch, n * n, sizeof(ExprId));
  f->factor = arena_array(scratch, n, sizeof(ExprId));
  for (int r = 0; r < b->n; r++) {
    f->order[r] = system_eq_order(sys, (EqId){b->row[r]});
    f->factor[r] = NO_EXPR;
    int k = r;
    for (; k > 0 && ranks_before(f, r, f->rank[k - 1]); k--) {
      f->rank[k] = f->rank[k - 1];
    }
    f->rank[k] = r;
  }
  for (int k = 0; k < b->n * b->n; k++) f->value[k] = NO_EXPR;
  for (int k = 0; k < b->n_entries; k++) {
    f->value[b->entry[k].row * b->n + b->entry[k].col] = b->entry[k].value;
  }
  return f;
}

/* Factors for every value of the parameters, or for the present ones. */
static bool find_factors(Finder *f, bool *decides)
{
  const SingularBlock *b = f->block;
  *decides = false;
  if (constant_factors(f)) {
    if (vanishes_at_all(f, b->other, b->n_others)) return true;
    if (minor_factors(f) && vanishes_at_all(f, b->other, b->n_others)) {
      return true;
    }
    *decides = true;
    return constant_factors(f);
  }
  if (!minor_factors(f)) return false;
  *decides = !vanishes_at_all(f, b->other, b->n_others);
  return true;
}

CombinationResult combination_find(const System *sys, Session *s, Walk *walk,
                                   const SingularBlock *block, Combination *c)
{
  *c = (Combination){.replaced = NO_EQ, .residual = NO_EXPR};
  Finder *f = make_finder(sys, s, walk, block);
  bool decides;
  bool found = find_factors(f, &decides);
  int least = least_order(f);
  int row = found && factors_are_low(f, least) ? replaced_row(f, least) : -1;
  if (row >= 0) normalise(f, row);
  set_terms(f, least, c);
  if (row < 0) return COMBINATION_NONE;
  c->residual = combined_residual(f, least);
  if (c->residual.i < 0) return COMBINATION_NONE;
  c->replaced = system_eq_integral(sys, (EqId){block->row[row]}, least);
  c->before = sys->eq[c->replaced.i].residual;
  if (decides) decide_parameters(f, c);
  IntList left = incidence_of(sys, walk, c->residual, false, f->scratch);
  return left.n == 0 ? COMBINATION_EMPTY : COMBINATION_FOUND;
}
