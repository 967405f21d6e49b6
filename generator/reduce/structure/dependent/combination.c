/* combination.c: the equations that depend on each other; their factors, first
 * as numbers, then as expressions; then the sum. */
#include "reduce/structure/dependent/combination.h"

#include <assert.h>
#include <math.h>

#include "reduce/structure/dependent/null_factors.h"
#include "reduce/structure/elimination.h"
#include "reduce/structure/equilibrate.h"
#include "reduce/structure/linear_dependence.h"
#include "reduce/system/incidence.h"
#include "symbolic/collect.h"
#include "symbolic/differentiate.h"
#include "symbolic/properties/magnitude.h"

/* Parts of the size of what is summed up that count as zero. */
static const double ZERO = 1e-8;
/* Parts of the size of the terms of a sum that are nothing but rounding. */
static const double ROUNDING = 1e-13;
/* Of a row, where it is reduced by others. */
static const double SINGULAR_PIVOT = 1e-10;
/* More equations in one dependence are not worked on: the matrices of this
 * file are dense. */
enum { MOST_ROWS = 600 }; /* in a text too */

typedef struct Finder {
  const System *sys;
  Session *s;
  Walk *walk;
  Arena *scratch;
  const SingularBlock *block;
  /* Rows of the block that depend on each other, by falling order, so that
   * the last one is replaced, and the columns they hold. */
  int n_rows, n_cols;
  int *row;        /* [n_rows] in the block */
  int *order;      /* [n_rows] differentiations */
  VarId *col_var;  /* [n_cols] z */
  ExprId *value;   /* [n_rows * n_cols] J; NO_EXPR: zero */
  ExprId *factor;  /* [n_rows] u; NO_EXPR: not in the combination */
  const char *why; /* there is no combination, for reports */
} Finder;

static ExprId entry(const Finder *f, int row, int col)
{
  return f->value[(size_t)row * (size_t)f->n_cols + (size_t)col];
}

/* The most differentiated version of the equation. */
static EqId combination_top_of(const Finder *f, int row)
{
  return (EqId){f->block->row[f->row[row]]};
}

/* --- numbers --- */

static double combination_number(const Finder *f, ExprId e, const StartPoint *p)
{
  return e.i < 0 ? 0 : evaluate(f->walk, e, &p->point);
}

/* J at a point into columns first.. of a matrix of `width`. Outside of its
 * domain an entry is anything but zero. */
static void combination_fill(const Finder *f, const StartPoint *p, double *a,
                             int first, int width)
{
  for (int r = 0; r < f->n_rows; r++) {
    for (int c = 0; c < f->n_cols; c++) {
      double v = combination_number(f, entry(f, r, c), p);
      a[(size_t)r * (size_t)width + (size_t)(first + c)] =
          isfinite(v) ? v : 1.0;
    }
  }
}

/* u^T J = 0 at this point, as far as it can be evaluated there? */
static bool vanishes_at(const Finder *f, const StartPoint *p)
{
  double *u = arena_array(f->scratch, (size_t)f->n_rows, sizeof(double));
  for (int r = 0; r < f->n_rows; r++)
    u[r] = combination_number(f, f->factor[r], p);
  for (int c = 0; c < f->n_cols; c++) {
    double sum = 0, size = 0;
    for (int r = 0; r < f->n_rows; r++) {
      ExprId e = entry(f, r, c);
      if (f->factor[r].i < 0 || e.i < 0) continue;
      double v = u[r] * combination_number(f, e, p);
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
  for (int r = 0; r < f->n_rows; r++) {
    f->factor[r] = u[r] == 0 ? NO_EXPR : expr_const(f->sys->exprs, u[r]);
  }
}

/* Numbers that fit n_points points: the Jacobians beside each other. */
static bool number_factors(Finder *f, StartPoint *const *point, int n_points)
{
  int width = f->n_cols * n_points;
  double *a = arena_array(f->scratch, (size_t)f->n_rows * (size_t)width,
                          sizeof(double));
  double *u = arena_array(f->scratch, (size_t)f->n_rows, sizeof(double));
  for (int p = 0; p < n_points; p++) {
    combination_fill(f, point[p], a, p * f->n_cols, width);
  }
  if (!linear_dependence_find(a, f->n_rows, width, u, NULL, f->scratch))
    return false;
  set_factors(f, u);
  return true;
}

static bool constant_factors(Finder *f)
{
  return number_factors(f, f->block->point, f->block->n_points);
}

/* --- expressions --- */

/* Of the rows that depend on each other at the point. */
static bool factors_at(Finder *f, StartPoint *const *point)
{
  if (!number_factors(f, point, 1)) return false;
  SymbolicMatrix j = {0, f->n_cols, NULL};
  int *row = arena_array(f->scratch, (size_t)f->n_rows, sizeof(int));
  for (int r = 0; r < f->n_rows; r++) {
    if (f->factor[r].i >= 0) row[j.n_rows++] = r;
  }
  j.entry = arena_array(f->scratch, (size_t)j.n_rows * (size_t)f->n_cols,
                        sizeof(ExprId));
  for (int k = 0; k < j.n_rows * f->n_cols; k++) {
    j.entry[k] = entry(f, row[k / f->n_cols], k % f->n_cols);
  }
  NullPoints points = {f->walk, f->block->point, f->block->n_points};
  ExprId *u = arena_array(f->scratch, (size_t)j.n_rows, sizeof(ExprId));
  const char *why =
      null_factors_make(f->sys->exprs, &j, &points, u, f->scratch);
  if (why) f->why = why;
  if (why) return false;
  for (int k = 0; k < j.n_rows; k++) f->factor[row[k]] = u[k];
  return vanishes_at_all(f, f->block->point, f->block->n_points);
}

/* --- which equation is replaced --- */

static int least_order(const Finder *f)
{
  int least = 0; /* the last one, because orders fall */
  for (int r = 0; r < f->n_rows; r++) {
    if (f->factor[r].i >= 0) least = f->order[r];
  }
  return least;
}

/* Its factor must not vanish; a number never does. */
static bool may_be_replaced(const Finder *f, int row, bool by_number)
{
  if (f->factor[row].i < 0) return false;
  if (by_number) return expr_is_const(f->sys->exprs, f->factor[row], NULL);
  for (int p = 0; p < f->block->n_points; p++) {
    double v = combination_number(f, f->factor[row], f->block->point[p]);
    if (!isfinite(v) || v == 0) return false;
  }
  return true;
}

static int replaced_row(const Finder *f, int least)
{
  for (int pass = 0; pass < 2; pass++) {
    for (int r = f->n_rows - 1; r >= 0; r--) {
      if (f->order[r] > least) break;
      if (may_be_replaced(f, r, pass == 0)) return r;
    }
  }
  return -1;
}

/* A choice that vanishes nowhere: at the start, where many things are zero,
 * or at a general point. */
static bool expression_factors(Finder *f)
{
  const SingularBlock *b = f->block;
  for (int k = 0; k < 2; k++) {
    if (!factors_at(f, &b->point[k == 0 ? 0 : b->n_points - 1])) continue;
    if (replaced_row(f, least_order(f)) >= 0) return true;
  }
  return false;
}

/* How often v must be differentiated to be the highest of its chain, *top. */
static int steps_to_top(const System *sys, VarId v, VarId *top)
{
  int steps = 0;
  for (*top = v; sys->var[top->i].derivative.i >= 0; steps++) {
    *top = sys->var[top->i].derivative;
  }
  return steps;
}

/* [n_vars] the highest derivatives that the block is solved for. */
static bool *tops_of_block(const Finder *f)
{
  size_t n = (size_t)f->sys->n_vars;
  bool *in_block = arena_array(f->scratch, n, sizeof(bool));
  for (int r = 0; r < f->block->n; r++) {
    in_block[f->sys->eq_var[f->block->row[r]].i] = true;
  }
  return in_block;
}

/* Factors may hold unknowns, but none that the sum would have to be solved
 * for after all: of the block lower ones than what is to cancel out, of other
 * blocks as high ones too. */
static bool factors_are_low(Finder *f, int least)
{
  const System *sys = f->sys;
  const bool *in_block = tops_of_block(f);
  for (int r = 0; r < f->n_rows; r++) {
    if (f->factor[r].i < 0) continue;
    IntList list = incidence_of(sys, f->walk, f->factor[r], false, f->scratch);
    for (int k = 0; k < list.n; k++) {
      VarId top;
      int steps = steps_to_top(sys, (VarId){list.item[k]}, &top);
      if (steps >= least + in_block[top.i]) continue;
      f->why =
          arena_printf(f->scratch,
                       "their factors hold '%s', which the sum would have to "
                       "be solved for",
                       sys->var[list.item[k]].name);
      return false;
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
  for (int k = 0; k < c->f->n_cols; k++) {
    VarId z = c->f->col_var[k];
    if (var_same(system_integral(c->f->sys, z, c->least), var)) return c->by;
  }
  return expr_var(t, var);
}

static ExprId sum_of_terms(const Finder *f, int least)
{
  const System *sys = f->sys;
  ExprTable *t = sys->exprs;
  ExprId sum = expr_const(t, 0);
  for (int r = 0; r < f->n_rows; r++) {
    if (f->factor[r].i < 0) continue;
    EqId e = system_eq_integral(sys, combination_top_of(f, r), least);
    sum = expr_add(t, sum, expr_mul(t, f->factor[r], sys->eq[e.i].residual));
  }
  return sum;
}

/* Have both expressions the same value at all points? */
static bool agree(const Finder *f, ExprId a, ExprId b)
{
  int n_compared = 0;
  for (int p = 0; p < f->block->n_points; p++) {
    double va = combination_number(f, a, f->block->point[p]);
    double vb = combination_number(f, b, f->block->point[p]);
    if (!isfinite(va)) continue;
    if (!(fabs(va - vb) <= ZERO * (1 + fabs(va)))) return false;
    n_compared++;
  }
  return n_compared > 0;
}

/* --- what is left over --- */

static bool combination_is_any(const void *context, VarId var)
{
  (void)context, (void)var;
  return true;
}

static double size_at(const void *context, VarId var)
{
  const StartPoint *p = context;
  return fabs(p->value[var.i]);
}

/* Is a derivative nothing but the rounding error of its terms, everywhere? */
static bool combination_is_rounding(const Finder *f, ExprId derivative)
{
  for (int p = 0; p < f->block->n_points; p++) {
    const StartPoint *point = f->block->point[p];
    double size = magnitude_of(f->walk, derivative, size_at, point);
    if (!(fabs(combination_number(f, derivative, point)) <= ROUNDING * size))
      return false;
  }
  return true;
}

static ExprId without_gone(void *context, ExprTable *t, VarId var)
{
  const bool *gone = context;
  return gone[var.i] ? expr_const(t, 0) : expr_var(t, var);
}

/* x stands in a*x - a*(x - y) but does not count: without it the sum shows
 * which unknowns it has. */
static ExprId without_idle(const Finder *f, ExprId sum)
{
  const System *sys = f->sys;
  Gradient gradient = {0};
  bool *gone = arena_array(f->scratch, (size_t)sys->n_vars, sizeof(bool));
  IntList left = incidence_of(sys, f->walk, sum, false, f->scratch);
  if (differentiate_hides(f->walk, sum, combination_is_any, NULL)) return sum;
  for (int k = 0; k < left.n; k++) gone[left.item[k]] = true;
  differentiate_gradient(f->walk, sum, combination_is_any, NULL, &gradient);
  for (int k = 0; k < gradient.n_entries; k++) {
    const GradientEntry *e = &gradient.entry[k];
    if (!combination_is_rounding(f, e->value)) gone[e->var.i] = false;
  }
  ExprId rest = walk_replace(f->walk, sum, false, without_gone, gone);
  rest = collect_terms(sys->exprs, rest, f->scratch);
  return agree(f, sum, rest) ? rest : sum;
}

/* What cancels out may have any value: it gets one, and is gone. NO_EXPR:
 * it does not cancel out. */
static ExprId combined_residual(Finder *f, int least)
{
  ExprTable *t = f->sys->exprs;
  ExprId sum = sum_of_terms(f, least);
  for (int by = 0; by <= 1; by++) {
    Cancelled c = {f, least, expr_const(t, by)};
    ExprId rest = walk_replace(f->walk, sum, false, without_cancelled, &c);
    rest = collect_terms(t, rest, f->scratch);
    if (agree(f, sum, rest)) return without_idle(f, rest);
  }
  f->why = "they are nonlinear in what should cancel out of their sum";
  return NO_EXPR;
}

static void set_terms(const Finder *f, int least, Combination *c)
{
  c->term = arena_array(f->sys->arena, (size_t)f->n_rows, sizeof c->term[0]);
  for (int r = 0; r < f->n_rows; r++) {
    if (f->factor[r].i < 0) continue;
    EqId given =
        system_eq_integral(f->sys, combination_top_of(f, r), f->order[r]);
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
  assert(unit != 0); /* see may_be_replaced() */
  for (int r = 0; r < f->n_rows; r++) {
    if (f->factor[r].i < 0) continue;
    f->factor[r] = expr_is_const(t, f->factor[r], &value)
                       ? expr_const(t, value / unit)
                       : expr_div(t, f->factor[r], expr_const(t, unit));
  }
}

/* --- parameters --- */

/* The parameters below the Jacobian of the combined rows, through bindings. */
static void combination_decide_parameters(const Finder *f, Combination *c)
{
  const System *sys = f->sys;
  int n = f->n_cols;
  bool *seen = arena_array(f->scratch, (size_t)sys->n_vars, sizeof(bool));
  int *stack = arena_array(f->scratch, (size_t)sys->n_vars + 1, sizeof(int));
  c->decided = arena_array(sys->arena, (size_t)sys->n_vars, sizeof(VarId));
  for (int k = 0; k < f->n_rows * n; k++) {
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

/* --- the rows that depend on each other --- */

/* At the most general point. */
static void combination_mark_dependent(Walk *walk, const SingularBlock *b,
                                       Arena *scratch, bool *takes_part)
{
  SparseMatrix a = {
      .n_rows = b->n, .n_columns = b->n, .n_entries = b->n_entries};
  const EvaluatePoint *point = &b->point[b->n_points - 1]->point;
  a.entry = arena_array(scratch, (size_t)b->n_entries, sizeof a.entry[0]);
  for (int k = 0; k < b->n_entries; k++) {
    const Entry *e = &b->entry[k];
    double v = evaluate(walk, e->value, point);
    bool is_exact = equilibrate_is_exact(walk->exprs, walk, e->value);
    a.entry[k] = (SparseEntry){e->row, e->col, isfinite(v) ? v : 1.0, is_exact};
  }
  equilibrate(&a, scratch);
  elimination_dependent(&a, SINGULAR_PIVOT, scratch, takes_part);
}

/* By falling order, then as written. */
static bool ranks_before(const Finder *f, int a, int b)
{
  EqId ea = {f->block->row[a]}, eb = {f->block->row[b]};
  int oa = system_eq_order(f->sys, ea), ob = system_eq_order(f->sys, eb);
  if (oa != ob) return oa > ob;
  return system_eq_integral(f->sys, ea, oa).i <
         system_eq_integral(f->sys, eb, ob).i;
}

static void list_rows(Finder *f, const bool *takes_part)
{
  f->row = arena_array(f->scratch, (size_t)f->block->n, sizeof(int));
  for (int r = 0; r < f->block->n; r++) {
    if (!takes_part[r]) continue;
    int k = f->n_rows++;
    for (; k > 0 && ranks_before(f, r, f->row[k - 1]); k--) {
      f->row[k] = f->row[k - 1];
    }
    f->row[k] = r;
  }
}

/* The columns that the rows hold, and J of both. */
static void list_columns(Finder *f)
{
  const SingularBlock *b = f->block;
  int *place = arena_array(f->scratch, (size_t)b->n, sizeof(int)); /* of rows */
  int *column = arena_array(f->scratch, (size_t)b->n, sizeof(int));
  for (int r = 0; r < b->n; r++) place[r] = column[r] = -1;
  for (int k = 0; k < f->n_rows; k++) place[f->row[k]] = k;
  f->col_var = arena_array(f->scratch, (size_t)b->n, sizeof(VarId));
  for (int k = 0; k < b->n_entries; k++) {
    const Entry *e = &b->entry[k];
    if (place[e->row] < 0 || column[e->col] >= 0) continue;
    f->col_var[f->n_cols] = f->sys->eq_var[b->row[e->col]];
    column[e->col] = f->n_cols++;
  }
  size_t size = (size_t)f->n_rows * (size_t)f->n_cols;
  f->value = arena_array(f->scratch, size, sizeof(ExprId));
  for (size_t k = 0; k < size; k++) f->value[k] = NO_EXPR;
  for (int k = 0; k < b->n_entries; k++) {
    const Entry *e = &b->entry[k];
    if (place[e->row] < 0) continue;
    f->value[place[e->row] * f->n_cols + column[e->col]] = e->value;
  }
}

/* --- all together --- */

static Finder *combination_make_finder(const System *sys, Session *s,
                                       Walk *walk, const SingularBlock *b)
{
  Arena *scratch = session_scratch(s);
  Finder *f = arena_alloc(scratch, sizeof *f);
  *f = (Finder){
      .sys = sys, .s = s, .walk = walk, .scratch = scratch, .block = b};
  bool *takes_part = arena_array(scratch, (size_t)b->n, sizeof(bool));
  combination_mark_dependent(walk, b, scratch, takes_part);
  list_rows(f, takes_part);
  f->order = arena_array(scratch, (size_t)f->n_rows, sizeof(int));
  f->factor = arena_array(scratch, (size_t)f->n_rows, sizeof(ExprId));
  for (int r = 0; r < f->n_rows; r++) {
    f->order[r] = system_eq_order(sys, combination_top_of(f, r));
    f->factor[r] = expr_const(sys->exprs, 1); /* takes part, for a report */
  }
  return f;
}

/* Factors for every value of the parameters, or for the present ones. */
static bool find_factors(Finder *f, bool *decides)
{
  const SingularBlock *b = f->block;
  *decides = false;
  f->why = "no factors fit everywhere";
  if (f->n_rows > MOST_ROWS) f->why = "there are more than 600 of them";
  if (f->n_rows == 0 || f->n_rows > MOST_ROWS) return false;
  list_columns(f);
  if (constant_factors(f)) {
    if (vanishes_at_all(f, b->other, b->n_others)) return true;
    if (expression_factors(f) && vanishes_at_all(f, b->other, b->n_others)) {
      return true;
    }
    *decides = true;
    return constant_factors(f);
  }
  if (!expression_factors(f)) return false;
  *decides = !vanishes_at_all(f, b->other, b->n_others);
  return true;
}

CombinationResult combination_find(const System *sys, Session *s, Walk *walk,
                                   const SingularBlock *block, Combination *c)
{
  assert(sys->eq_var && block->n > 0 && block->n_points > 0);
  *c = (Combination){.replaced = NO_EQ, .residual = NO_EXPR};
  Finder *f = combination_make_finder(sys, s, walk, block);
  bool decides;
  bool found = find_factors(f, &decides);
  int least = least_order(f);
  int row = found && factors_are_low(f, least) ? replaced_row(f, least) : -1;
  if (row >= 0) normalise(f, row);
  set_terms(f, least, c);
  if (row >= 0) c->residual = combined_residual(f, least);
  c->why = f->why;
  if (c->residual.i < 0) return COMBINATION_NONE;
  c->replaced = system_eq_integral(sys, combination_top_of(f, row), least);
  assert(c->replaced.i >= 0 && c->replaced.i < sys->n_given);
  c->before = sys->eq[c->replaced.i].residual;
  if (decides) combination_decide_parameters(f, c);
  IntList left = incidence_of(sys, walk, c->residual, false, f->scratch);
  return left.n == 0 ? COMBINATION_EMPTY : COMBINATION_FOUND;
}
