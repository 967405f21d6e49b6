/* initial_trial.c: assignments and loops with numbers. A loop is solved by
 *
 *   ( D  J' ) (  step )     ( -D (x - start) )
 *   ( J  0  ) ( force )  =  (   -residual    )
 *
 * where D says whose start values count; without freedom they do not. */
#include "reduce/initial/initial_trial.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MOST_UNKNOWNS = 100, MOST_ITERATIONS = 60, MOST_HALVINGS = 25 };
static const double converged = 1e-11;

typedef struct Trial {
  const System *sys;
  Walk *walk;
  Arena *arena;
  StartPoint *point;
} Trial;

/* One loop: n equations in c unknowns. */
typedef struct AlgebraicLoop {
  const ReducedBlock *block;
  int n, c;
  double *matrix; /* [(n+c)^2] by column */
  double *x;      /* [n+c] right-hand side, then step and force */
  double *start, *base, *nominal;
} AlgebraicLoop;

static double *initial_trial_value_of(const Trial *t, VarId v)
{
  return &t->point->value[v.i];
}

static double initial_trial_number(const Trial *t, ExprId e)
{
  return start_point_number(t->point, t->walk, e);
}

/* --- elimination --- */

static double *initial_trial_at(const AlgebraicLoop *l, int row, int column)
{
  return &l->matrix[(size_t)column * (size_t)(l->n + l->c) + (size_t)row];
}

static void initial_trial_swap_rows(const AlgebraicLoop *l, int a, int b)
{
  int size = l->n + l->c;
  for (int j = 0; j < size; j++) {
    double kept = *initial_trial_at(l, a, j);
    *initial_trial_at(l, a, j) = *initial_trial_at(l, b, j);
    *initial_trial_at(l, b, j) = kept;
  }
  double kept = l->x[a];
  l->x[a] = l->x[b];
  l->x[b] = kept;
}

/* Gaussian elimination with row pivoting, in place. */
static bool initial_trial_eliminate(const AlgebraicLoop *l)
{
  int size = l->n + l->c;
  for (int k = 0; k < size; k++) {
    int best = k;
    for (int i = k + 1; i < size; i++) {
      if (fabs(*initial_trial_at(l, i, k)) >
          fabs(*initial_trial_at(l, best, k)))
        best = i;
    }
    if (!(fabs(*initial_trial_at(l, best, k)) > 1e-13)) return false;
    if (best != k) initial_trial_swap_rows(l, k, best);
    for (int i = k + 1; i < size; i++) {
      double factor = *initial_trial_at(l, i, k) / *initial_trial_at(l, k, k);
      if (factor == 0) continue;
      for (int j = k; j < size; j++)
        *initial_trial_at(l, i, j) -= factor * *initial_trial_at(l, k, j);
      l->x[i] -= factor * l->x[k];
    }
  }
  for (int k = size - 1; k >= 0; k--) {
    for (int j = k + 1; j < size; j++)
      l->x[k] -= *initial_trial_at(l, k, j) * l->x[j];
    l->x[k] /= *initial_trial_at(l, k, k);
  }
  return true;
}

/* --- one loop --- */

/* The residuals, as right-hand sides; their largest size. */
static double load_residuals(const Trial *t, const AlgebraicLoop *l)
{
  double largest = 0;
  for (int i = 0; i < l->n; i++) {
    double r = initial_trial_number(t, l->block->residual[i]);
    if (!isfinite(r)) return HUGE_VAL;
    l->x[l->c + i] = -r;
    largest = fmax(largest, fabs(r));
  }
  return largest;
}

static bool initial_trial_counts(const AlgebraicLoop *l, int c)
{
  return l->block->kind == BLOCK_LEAST && l->block->how->is_preferred_start[c];
}

/* Rows in units of their largest coefficient. */
static bool initial_trial_load(const Trial *t, const AlgebraicLoop *l,
                               bool home)
{
  int size = l->n + l->c;
  memset(l->matrix, 0, (size_t)size * (size_t)size * sizeof l->matrix[0]);
  double *scale = l->base + l->c; /* room after the unknowns */
  for (int i = 0; i < l->n; i++) scale[i] = 0;
  for (int k = 0; k < l->block->n_entries; k++) {
    const JacobianEntry *e = &l->block->entry[k];
    double value = initial_trial_number(t, e->value) * l->nominal[e->column];
    if (!isfinite(value)) return false;
    *initial_trial_at(l, l->c + e->row, e->column) = value;
    scale[e->row] = fmax(scale[e->row], fabs(value));
  }
  for (int i = 0; i < l->n; i++) {
    double factor = scale[i] > 0 ? 1 / scale[i] : 1;
    l->x[l->c + i] *= factor;
    for (int c = 0; c < l->c; c++) {
      *initial_trial_at(l, l->c + i, c) *= factor;
      *initial_trial_at(l, c, l->c + i) = *initial_trial_at(l, l->c + i, c);
    }
  }
  for (int c = 0; c < l->c; c++) {
    double x = *initial_trial_value_of(t, l->block->unknown[c]);
    *initial_trial_at(l, c, c) = initial_trial_counts(l, c);
    l->x[c] = home && initial_trial_counts(l, c)
                  ? -(x - l->start[c]) / l->nominal[c]
                  : 0;
  }
  return true;
}

static double step_size(const Trial *t, const AlgebraicLoop *l)
{
  double largest = 0;
  for (int c = 0; c < l->c; c++) {
    double x =
        fabs(*initial_trial_value_of(t, l->block->unknown[c])) / l->nominal[c];
    double size = fabs(l->x[c]) / fmax(x, 1);
    if (!isfinite(size)) return HUGE_VAL;
    largest = fmax(largest, size);
  }
  return largest;
}

static void initial_trial_move(const Trial *t, const AlgebraicLoop *l,
                               const double *step, double part)
{
  for (int c = 0; c < l->c; c++) {
    *initial_trial_value_of(t, l->block->unknown[c]) =
        l->base[c] + part * step[c] * l->nominal[c];
  }
}

/* The step, or the part of it that makes the residuals smaller. */
static bool initial_trial_advance(const Trial *t, const AlgebraicLoop *l,
                                  double before, bool whole)
{
  size_t bytes = (size_t)l->c * sizeof(double);
  ArenaMark mark = arena_mark(t->arena);
  double *step = arena_array(t->arena, (size_t)l->c, sizeof(double)), part = 1;
  bool better = false;
  memcpy(step, l->x, bytes);
  for (int c = 0; c < l->c; c++) {
    l->base[c] = *initial_trial_value_of(t, l->block->unknown[c]);
  }
  for (int k = 0; k < MOST_HALVINGS && !better; k++, part /= 2) {
    initial_trial_move(t, l, step, part);
    double after = load_residuals(t, l);
    better = after < HUGE_VAL && (whole || after < before);
  }
  arena_release(mark);
  return better;
}

/* home: to the smallest change, by whole steps. */
static bool initial_trial_iterate(const Trial *t, const AlgebraicLoop *l,
                                  bool home)
{
  double last = HUGE_VAL;
  for (int k = 0; k < MOST_ITERATIONS; k++) {
    double before = load_residuals(t, l);
    if (before == HUGE_VAL || !initial_trial_load(t, l, home) ||
        !initial_trial_eliminate(l))
      return false;
    double size = step_size(t, l);
    if (size == HUGE_VAL || (home && size > last)) return false;
    if (!initial_trial_advance(t, l, before, home || size <= 1e-6))
      return size <= 1e-9;
    if (size <= converged) return true;
    last = size;
  }
  return last <= 1e-6;
}

static double initial_trial_nominal_of(const Trial *t, VarId v)
{
  ExprId nominal = t->sys->var[v.i].nominal;
  double value = nominal.i >= 0 ? fabs(initial_trial_number(t, nominal)) : 1;
  return isfinite(value) && value > 0 ? value : 1;
}

static bool solve(const Trial *t, const ReducedBlock *block)
{
  assert(block->kind != BLOCK_ASSIGN && block->n <= block->n_columns);
  size_t n = (size_t)block->n, c = (size_t)block->n_columns;
  if (block->n_columns > MOST_UNKNOWNS) return false;
  ArenaMark mark = arena_mark(t->arena);
  AlgebraicLoop l = {
      .block = block,
      .n = block->n,
      .c = block->n_columns,
      .matrix = arena_array(t->arena, (n + c) * (n + c), sizeof(double)),
      .x = arena_array(t->arena, n + c, sizeof(double)),
      .start = arena_array(t->arena, c, sizeof(double)),
      .base = arena_array(t->arena, n + c, sizeof(double)),
      .nominal = arena_array(t->arena, c, sizeof(double))};
  for (int k = 0; k < l.c; k++) {
    l.start[k] = *initial_trial_value_of(t, block->unknown[k]);
    l.nominal[k] = initial_trial_nominal_of(t, block->unknown[k]);
  }
  bool good = initial_trial_iterate(t, &l, false);
  if (good && block->kind == BLOCK_LEAST) {
    for (int k = 0; k < l.c; k++)
      l.base[k] = *initial_trial_value_of(t, block->unknown[k]);
    good = initial_trial_iterate(t, &l, true);
  }
  arena_release(mark);
  return good;
}

/* --- the sequence --- */

/* A start value that is not given is zero where it counts; elsewhere it is
 * where an iteration begins. */
static void set_defaults(const Trial *t, const bool *pinned)
{
  for (int i = 0; i < t->sys->n_vars; i++) {
    const Var *var = &t->sys->var[i];
    if (var->start.i >= 0 || var->binding.i >= 0) continue;
    if (var->kind != VAR_CONTINUOUS || pinned[i]) t->point->value[i] = 0;
  }
  for (int i = 0; i < t->sys->n_vars; i++) {
    VarId pre = t->sys->var[i].pre;
    if (pre.i >= 0) t->point->value[pre.i] = t->point->value[i];
  }
}

const StartPoint *initial_trial(const System *sys, Walk *walk,
                                const BlockSequence *sequence,
                                const bool *pinned, Arena *arena)
{
  Trial t = {sys, walk, arena, start_point_make(sys, walk, 0, arena)};
  set_defaults(&t, pinned);
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    if (b->kind == BLOCK_ASSIGN) {
      double value = initial_trial_number(&t, b->value);
      if (!isfinite(value)) return NULL;
      *initial_trial_value_of(&t, b->unknown[0]) = value;
    } else if (!solve(&t, b)) {
      return NULL;
    }
  }
  return t.point;
}
