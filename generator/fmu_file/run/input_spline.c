/* input_spline.c: a tridiagonal system for the second derivatives. */
#include "fmu_file/run/input_spline.h"

#include <assert.h>

/* One curve: rows from 0 to n, and room for the elimination. */
typedef struct Curve {
  const double *time, *value;
  double *second, *above; /* [n + 1] each */
  int n;                  /* intervals */
} Curve;

static double interval_of(const Curve *c, int k)
{
  return c->time[k + 1] - c->time[k];
}

/* Of the straight line between two rows. */
static double slope_of(const Curve *c, int k)
{
  return (c->value[k + 1] - c->value[k]) / interval_of(c, k);
}

/* Row k, from 1 to n - 1, of a system that the second derivatives satisfy
 * where the slope is continuous; those of both ends are put in. */
static void row_of(const Curve *c, int k, double *below, double *middle,
                   double *above)
{
  double h = interval_of(c, k - 1), next = interval_of(c, k);
  *below = h;
  *middle = 2 * (h + next);
  *above = next;
  if (k == 1) {
    *middle += h * (1 + h / next);
    *above -= h * h / next;
  }
  if (k == c->n - 1) {
    *middle += next * (1 + next / h);
    *below -= next * next / h;
  }
}

/* Elimination without pivots: the rows with both ends put in stay diagonally
 * dominant in sums, as (h + next)*(2 + h/next) against next - h*h/next. */
static void solve_rows(const Curve *c)
{
  for (int k = 1; k < c->n; k++) {
    double below, middle, above;
    double right = 6 * (slope_of(c, k) - slope_of(c, k - 1));
    row_of(c, k, &below, &middle, &above);
    if (k > 1) {
      middle -= below * c->above[k - 1];
      right -= below * c->second[k - 1];
    }
    c->above[k] = above / middle;
    c->second[k] = right / middle;
  }
  for (int k = c->n - 2; k >= 1; k--) {
    c->second[k] -= c->above[k] * c->second[k + 1];
  }
}

/* The third derivative does not change at the row beside an end. */
static double second_at_end(const Curve *c, int end, int beside, int after)
{
  double part =
      (c->time[end] - c->time[beside]) / (c->time[after] - c->time[beside]);
  return c->second[beside] + part * (c->second[after] - c->second[beside]);
}

static void make_curve(const Curve *c)
{
  assert(c->n >= 0);
  if (c->n < 2) { /* a line, or one row */
    for (int k = 0; k <= c->n; k++) c->second[k] = 0;
    return;
  }
  if (c->n == 2) {
    double both = interval_of(c, 0) + interval_of(c, 1);
    double second = 2 * (slope_of(c, 1) - slope_of(c, 0)) / both;
    for (int k = 0; k <= 2; k++) c->second[k] = second;
    return;
  }
  solve_rows(c);
  c->second[0] = second_at_end(c, 0, 1, 2);
  c->second[c->n] = second_at_end(c, c->n, c->n - 1, c->n - 2);
}

double *input_spline_make(Arena *arena, const double *time, const double *value,
                          int n)
{
  assert(n >= 1);
  double *second = arena_array(arena, (size_t)n, sizeof second[0]);
  double *above = arena_array(arena, (size_t)n, sizeof above[0]);
  for (int first = 0, last; first < n; first = last + 1) {
    for (last = first; last + 1 < n && time[last + 1] > time[last];) last++;
    make_curve(&(Curve){time + first, value + first, second + first,
                        above + first, last - first});
  }
  return second;
}

InputSplinePoint input_spline_at(const double *time, const double *value,
                                 const double *second, int row, double at)
{
  double length = time[row + 1] - time[row], t = at - time[row];
  assert(length > 0);
  InputSplinePoint p;
  double third = (second[row + 1] - second[row]) / length;
  double slope = (value[row + 1] - value[row]) / length -
                 length * (2 * second[row] + second[row + 1]) / 6;
  p.value = value[row] + t * (slope + t * (second[row] / 2 + t * third / 6));
  p.rate[0] = slope + t * (second[row] + t * third / 2);
  p.rate[1] = second[row] + t * third;
  p.rate[2] = third;
  return p;
}
