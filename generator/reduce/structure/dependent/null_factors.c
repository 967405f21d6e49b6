/* null_factors.c: elimination by numbers, minors of the core, and back. */
#include "reduce/structure/dependent/null_factors.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

#include "base/vector.h"
#include "reduce/structure/linear_dependence.h"

/* Parts of the size of what is summed up that count as zero. */
static const double ZERO = 1e-9;
enum { MOST_CORE_ROWS = 12, MOST_NEW_NODES = 4000 }; /* in the texts too */

/* u[row] = - sum u[other] * factor[other] / number, other /= row */
typedef struct Step {
  int row;
  double number;
  ExprId *factor; /* [n_rows] NO_EXPR: zero */
} Step;

typedef struct Solver {
  ExprTable *t;
  const NullPoints *points;
  Arena *scratch;
  int n_rows, n_columns;
  ExprId *a;                  /* what is left of J; NO_EXPR: zero */
  bool *has_row, *has_column; /* not used up yet */
  Step *step;
  int n_steps;
} Solver;

static ExprId *null_factors_at(const Solver *s, int row, int column)
{
  return &s->a[(size_t)row * (size_t)s->n_columns + (size_t)column];
}

static double number_at(const Solver *s, ExprId e, int point)
{
  if (e.i < 0) return 0;
  return evaluate(s->points->walk, e, &s->points->point[point]->point);
}

/* --- elimination by numbers --- */

/* old - product, or NO_EXPR where both are the same at all points. */
static ExprId null_factors_difference(const Solver *s, ExprId old,
                                      ExprId product)
{
  if (old.i < 0) return expr_neg(s->t, product);
  bool same = true;
  for (int p = 0; p < s->points->n_points && same; p++) {
    double a = number_at(s, old, p), b = number_at(s, product, p);
    same = !(fabs(a - b) > ZERO * (fabs(a) + fabs(b)));
  }
  return same ? NO_EXPR : expr_sub(s->t, old, product);
}

static int null_factors_count_row(const Solver *s, int row)
{
  int n = 0;
  for (int c = 0; c < s->n_columns; c++) {
    n += s->has_column[c] && null_factors_at(s, row, c)->i >= 0;
  }
  return n;
}

static int count_column(const Solver *s, int column)
{
  int n = 0;
  for (int r = 0; r < s->n_rows; r++) {
    n += s->has_row[r] && null_factors_at(s, r, column)->i >= 0;
  }
  return n;
}

typedef struct NumberPlace {
  int row, column; /* row -1: none */
  double number;
} NumberPlace;

/* The number with the least fill; of equals the one in the first row, so that
 * the last rows stay. */
static NumberPlace best_place(const Solver *s)
{
  NumberPlace best = {-1, -1, 0};
  int64_t least = INT64_MAX;
  for (int r = 0; r < s->n_rows; r++) {
    if (!s->has_row[r]) continue;
    int64_t in_row = null_factors_count_row(s, r) - 1;
    for (int c = 0; c < s->n_columns && least > 0; c++) {
      double v;
      ExprId e = *null_factors_at(s, r, c);
      if (!s->has_column[c] || e.i < 0 || !expr_is_const(s->t, e, &v)) continue;
      int64_t fill = in_row * (count_column(s, c) - 1);
      if (v == 0 || fill >= least) continue;
      least = fill;
      best = (NumberPlace){r, c, v};
    }
  }
  return best;
}

static void keep_step(Solver *s, NumberPlace p)
{
  assert(s->n_steps < s->n_rows);
  Step *step = &s->step[s->n_steps++];
  *step = (Step){.row = p.row, .number = p.number};
  step->factor = arena_array(s->scratch, (size_t)s->n_rows, sizeof(ExprId));
  for (int r = 0; r < s->n_rows; r++) {
    bool is_other = s->has_row[r] && r != p.row;
    step->factor[r] = is_other ? *null_factors_at(s, r, p.column) : NO_EXPR;
  }
}

static void use_up(Solver *s, NumberPlace p)
{
  keep_step(s, p);
  s->has_row[p.row] = s->has_column[p.column] = false;
  for (int r = 0; r < s->n_rows; r++) {
    ExprId factor = *null_factors_at(s, r, p.column);
    if (!s->has_row[r] || factor.i < 0) continue;
    factor = expr_div(s->t, factor, expr_const(s->t, p.number));
    for (int c = 0; c < s->n_columns; c++) {
      ExprId e = *null_factors_at(s, p.row, c);
      if (!s->has_column[c] || e.i < 0) continue;
      ExprId *entry = null_factors_at(s, r, c);
      *entry = null_factors_difference(s, *entry, expr_mul(s->t, factor, e));
    }
  }
}

/* --- the core --- */

typedef struct Core {
  int n; /* rows; one column less */
  int row[MOST_CORE_ROWS];
  int column[MOST_CORE_ROWS];
} Core;

/* Numbers of these rows in all columns that are left, at the last point. */
static double *core_numbers(const Solver *s, const int *row, int n)
{
  size_t width = (size_t)s->n_columns;
  double *v = arena_array(s->scratch, (size_t)n * width, sizeof(double));
  for (int r = 0; r < n; r++) {
    for (int c = 0; c < s->n_columns; c++) {
      double x = s->has_column[c] ? number_at(s, *null_factors_at(s, row[r], c),
                                              s->points->n_points - 1)
                                  : 0;
      v[(size_t)r * width + (size_t)c] = isfinite(x) ? x : 1;
    }
  }
  return v;
}

/* The rows that are left and depend on each other, and columns in which all
 * but the last of them are independent. Says why not. */
static const char *find_core(const Solver *s, Core *core)
{
  int *row = arena_array(s->scratch, (size_t)s->n_rows, sizeof(int));
  double *u = arena_array(s->scratch, (size_t)s->n_rows, sizeof(double));
  int n = 0;
  for (int r = 0; r < s->n_rows; r++) {
    if (s->has_row[r]) row[n++] = r;
  }
  if (!linear_dependence_find(core_numbers(s, row, n), n, s->n_columns, u, NULL,
                              s->scratch)) {
    return "no factors fit everywhere";
  }
  core->n = 0;
  for (int k = 0; k < n; k++) {
    if (u[k] == 0) continue;
    if (core->n == MOST_CORE_ROWS) {
      return "more than 12 of them have no number among their coefficients";
    }
    core->row[core->n++] = row[k];
  }
  linear_dependence_find(core_numbers(s, core->row, core->n), core->n,
                         s->n_columns, u, core->column, s->scratch);
  return NULL;
}

/* The determinant of the rows in `mask`, in as many of the first columns, by
 * its last column. */
static ExprId minor_of(const Solver *s, const Core *core, unsigned mask,
                       const ExprId *smaller)
{
  ExprId sum = NO_EXPR;
  int n = 0;
  for (int k = 0; k < core->n; k++) n += (int)((mask >> k) & 1);
  bool negative = false; /* of the last row: none stands after it */
  for (int k = core->n - 1; k >= 0; k--) {
    if (!((mask >> k) & 1)) continue;
    ExprId e = *null_factors_at(s, core->row[k], core->column[n - 1]);
    ExprId rest = smaller[mask & ~(1u << k)];
    if (e.i >= 0 && rest.i >= 0) {
      ExprId term = expr_mul(s->t, e, rest);
      if (negative) term = expr_neg(s->t, term);
      sum = sum.i < 0 ? term : expr_add(s->t, sum, term);
    }
    negative = !negative;
  }
  return sum;
}

/* Says why not. */
static const char *core_minors(const Solver *s, const Core *core, ExprId *u)
{
  assert(core->n > 0 && core->n <= MOST_CORE_ROWS);
  unsigned all = (1u << core->n) - 1;
  ExprId *minor = arena_array(s->scratch, (size_t)all + 1, sizeof(ExprId));
  int before = expr_count(s->t);
  minor[0] = expr_const(s->t, 1);
  for (unsigned mask = 1; mask < all; mask++) { /* subsets come first */
    minor[mask] = minor_of(s, core, mask, minor);
    if (expr_count(s->t) - before > MOST_NEW_NODES) {
      return "the formulas for their factors would take more than 4000 "
             "operations";
    }
  }
  for (int k = 0; k < core->n; k++) {
    ExprId e = minor[all & ~(1u << k)];
    u[core->row[k]] = k % 2 == 0 || e.i < 0 ? e : expr_neg(s->t, e);
  }
  return NULL;
}

/* --- and back --- */

static void solve_back(const Solver *s, ExprId *u)
{
  for (int k = s->n_steps - 1; k >= 0; k--) {
    const Step *step = &s->step[k];
    ExprId sum = NO_EXPR;
    for (int r = 0; r < s->n_rows; r++) {
      if (u[r].i < 0 || step->factor[r].i < 0) continue;
      ExprId term = expr_mul(s->t, u[r], step->factor[r]);
      sum = sum.i < 0 ? term : expr_add(s->t, sum, term);
    }
    if (sum.i < 0) continue;
    u[step->row] = expr_div(s->t, sum, expr_const(s->t, -step->number));
  }
}

static Solver make_solver(ExprTable *t, const SymbolicMatrix *j,
                          const NullPoints *points, Arena *scratch)
{
  size_t rows = (size_t)j->n_rows, columns = (size_t)j->n_columns;
  Solver s = {.t = t,
              .points = points,
              .scratch = scratch,
              .n_rows = j->n_rows,
              .n_columns = j->n_columns};
  s.a = arena_array(scratch, rows * columns, sizeof(ExprId));
  for (size_t k = 0; k < rows * columns; k++) s.a[k] = j->entry[k];
  s.has_row = arena_array(scratch, rows, sizeof(bool));
  s.has_column = arena_array(scratch, columns, sizeof(bool));
  for (size_t r = 0; r < rows; r++) s.has_row[r] = true;
  for (size_t c = 0; c < columns; c++) s.has_column[c] = true;
  s.step = arena_array(scratch, rows, sizeof s.step[0]);
  return s;
}

const char *null_factors_make(ExprTable *t, const SymbolicMatrix *j,
                              const NullPoints *points, ExprId *u,
                              Arena *scratch)
{
  assert(j->n_rows > 0 && points->n_points > 0);
  ArenaMark mark = arena_mark(scratch);
  Solver s = make_solver(t, j, points, scratch);
  for (int r = 0; r < j->n_rows; r++) u[r] = NO_EXPR;
  for (;;) {
    NumberPlace p = best_place(&s);
    if (p.row < 0) break;
    use_up(&s, p);
  }
  Core core;
  const char *why = find_core(&s, &core);
  if (!why) why = core_minors(&s, &core, u);
  if (!why) solve_back(&s, u);
  arena_release(mark);
  return why;
}
