/* linear_dependence.c: row after row is reduced by those before it; one that
 * vanishes depends on them. What was subtracted is kept beside each row. */
#include "reduce/structure/linear_dependence.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Below this part of its row a number is rounding. */
static const double VANISHED = 1e-9;
/* Factors this near to a simple fraction are that fraction. */
static const double SIMPLE = 1e-11;
enum { LARGEST_DENOMINATOR = 12 };

typedef struct Elimination {
  int n_rows, n_cols, n_basis;
  double *basis; /* reduced rows */
  double *track; /* [n_basis * n_rows] as combinations of the given ones */
  int *pivot;
} Elimination;

static double linear_dependence_largest(const double *v, int n, int *where)
{
  double most = 0;
  for (int k = 0; k < n; k++) {
    if (fabs(v[k]) <= most) continue;
    most = fabs(v[k]);
    if (where) *where = k;
  }
  return most;
}

static void linear_dependence_subtract(double *v, const double *w, int n,
                                       double factor)
{
  for (int k = 0; k < n; k++) v[k] -= factor * w[k];
}

static void reduce(const Elimination *e, double *row, double *track)
{
  for (int b = 0; b < e->n_basis; b++) {
    const double *basis = e->basis + (size_t)b * (size_t)e->n_cols;
    double factor = row[e->pivot[b]] / basis[e->pivot[b]];
    if (factor == 0) continue;
    linear_dependence_subtract(row, basis, e->n_cols, factor);
    row[e->pivot[b]] = 0;
    linear_dependence_subtract(track, e->track + (size_t)b * (size_t)e->n_rows,
                               e->n_rows, factor);
  }
}

static double simple_fraction(double v)
{
  for (int d = 1; d <= LARGEST_DENOMINATOR; d++) {
    double whole = nearbyint(v * d);
    if (whole != 0 && fabs(v * d - whole) < SIMPLE * fabs(whole)) {
      return whole / d;
    }
  }
  return v;
}

/* The last row's factor is 1 by construction, but for its scale. */
static void tidy(double *u, const double *scale, int n)
{
  double most = linear_dependence_largest(u, n, NULL);
  for (int k = 0; k < n; k++) {
    if (fabs(u[k]) < VANISHED * most) u[k] = 0;
    if (u[k] != 0) u[k] /= scale[k];
  }
  double unit = HUGE_VAL;
  for (int k = 0; k < n; k++) {
    if (u[k] != 0) unit = fmin(unit, fabs(u[k]));
  }
  assert(unit < HUGE_VAL); /* a factor is not zero */
  for (int k = 0; k < n; k++) u[k] = simple_fraction(u[k] / unit);
}

bool linear_dependence_find(const double *a, int n_rows, int n_cols, double *u,
                            int *pivot, Arena *scratch)
{
  size_t rows = (size_t)n_rows, cols = (size_t)n_cols;
  ArenaMark mark = arena_mark(scratch);
  Elimination e = {n_rows,
                   n_cols,
                   0,
                   arena_array(scratch, rows * cols, sizeof(double)),
                   arena_array(scratch, rows * rows, sizeof(double)),
                   arena_array(scratch, rows, sizeof(int))};
  double *scale = arena_array(scratch, rows, sizeof(double));
  bool found = false;
  for (int r = 0; r < n_rows && !found; r++) {
    double *row = e.basis + (size_t)e.n_basis * cols;
    double *track = e.track + (size_t)e.n_basis * rows;
    memcpy(row, a + (size_t)r * cols, cols * sizeof row[0]);
    scale[r] = linear_dependence_largest(row, n_cols, NULL);
    if (scale[r] == 0) scale[r] = 1;
    for (int c = 0; c < n_cols; c++) row[c] /= scale[r];
    memset(track, 0, rows * sizeof track[0]);
    track[r] = 1;
    reduce(&e, row, track);
    int at = 0;
    found = linear_dependence_largest(row, n_cols, &at) < VANISHED;
    if (found) {
      memcpy(u, track, rows * sizeof u[0]);
      tidy(u, scale, r + 1);
      break;
    }
    if (pivot) pivot[e.n_basis] = at;
    e.pivot[e.n_basis++] = at;
  }
  arena_release(mark);
  return found;
}
