/* regular.c: numeric rank of dG/dz at the start point and at points near. */
#include "reduce/regular.h"

#include <math.h>

#include "reduce/start_point.h"
#include "reduce/top_problem.h"
#include "symbolic/differentiate.h"

enum { N_POINTS = 4, LARGEST_BLOCK = 300, MAX_LISTED = 8 };
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

/* Jacobians of one block at all points, n x n each, row by row. */
static void fill(Regular *g, const int *row, int n, double *jacobian)
{
  Gradient gradient = {0};
  size_t size = (size_t)n * (size_t)n;
  for (int r = 0; r < n; r++) {
    differentiate_gradient(g->walk, g->sys->eq[row[r]].residual, in_block, g,
                           &gradient);
    for (int k = 0; k < gradient.n_entries; k++) {
      int c = g->column[gradient.entry[k].var.i];
      for (int p = 0; p < N_POINTS; p++) {
        double v =
            evaluate(g->walk, gradient.entry[k].value, &g->point[p]->point);
        /* outside its domain: anything but zero */
        jacobian[(size_t)p * size + (size_t)(r * n + c)] =
            isfinite(v) ? v : 1.0;
      }
    }
  }
}

static void scale_rows(double *a, int n)
{
  for (int r = 0; r < n; r++) {
    double largest = 0;
    for (int c = 0; c < n; c++) largest = fmax(largest, fabs(a[r * n + c]));
    for (int c = 0; c < n && largest > 0; c++) a[r * n + c] /= largest;
  }
}

static void swap_rows(double *a, int n, int r, int q)
{
  for (int c = 0; c < n && r != q; c++) {
    double t = a[r * n + c];
    a[r * n + c] = a[q * n + c];
    a[q * n + c] = t;
  }
}

/* Gaussian elimination with row pivoting; destroys a. */
static bool is_regular(double *a, int n)
{
  scale_rows(a, n);
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int r = k + 1; r < n; r++) {
      if (fabs(a[r * n + k]) > fabs(a[best * n + k])) best = r;
    }
    if (fabs(a[best * n + k]) < SINGULAR_PIVOT) return false;
    swap_rows(a, n, k, best);
    for (int r = k + 1; r < n; r++) {
      double factor = a[r * n + k] / a[k * n + k];
      for (int c = k; c < n && factor != 0; c++) {
        a[r * n + c] -= factor * a[k * n + c];
      }
    }
  }
  return true;
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
  size_t size = (size_t)n * (size_t)n;
  double *jacobian = arena_array(g->scratch, N_POINTS * size, sizeof(double));
  for (int r = 0; r < n; r++) g->column[g->sys->eq_var[row[r]].i] = r;
  fill(g, row, n, jacobian);
  for (int r = 0; r < n; r++) g->column[g->sys->eq_var[row[r]].i] = -1;
  bool regular = false;
  for (int p = 0; p < N_POINTS && !regular; p++) {
    regular = is_regular(jacobian + (size_t)p * size, n);
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
    if (n > 1 && n <= LARGEST_BLOCK) ok &= check_block(&g, row, n);
  }
  arena_release(mark);
  return ok;
}
