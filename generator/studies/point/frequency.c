/* frequency.c: see frequency.h. */
#include "studies/point/frequency.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double frequency_pi = 3.14159265358979323846;

/* Around a pole that oscillates, as parts of its frequency. */
static const double closeness[] = {-0.1,  -0.03, -0.01, -0.003, -0.001, 0,
                                   0.001, 0.003, 0.01,  0.03,   0.1};
enum {
  EVEN_FREQUENCIES = 400,
  N_CLOSE = sizeof closeness / sizeof closeness[0]
};

/* --- the frequencies --- */

/* From a decade below the slowest pole to one above the fastest. */
static void choose_decades(const LinearModel *m, const Pole *poles,
                           double *first, double *last)
{
  double largest = 0, least = INFINITY;
  for (int i = 0; poles && i < m->n_states; i++)
    largest = fmax(largest, poles[i].frequency);
  for (int i = 0; poles && i < m->n_states; i++) {
    /* what is less is a pole at zero, and rounding */
    if (poles[i].frequency > 1e-7 * largest)
      least = fmin(least, poles[i].frequency);
  }
  bool is_known = largest > 0 && isfinite(least);
  *first = is_known ? floor(log10(least)) - 1 : -2;
  *last = is_known ? ceil(log10(largest)) + 1 : 2;
}

static int compare_decades(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void choose_frequencies(Session *s, const LinearModel *m,
                               const Pole *poles, FrequencyAnswer *g)
{
  double first, last;
  size_t most = EVEN_FREQUENCIES + (size_t)m->n_states * N_CLOSE;
  g->decade = arena_array(s->session_arena, most, sizeof(double));
  choose_decades(m, poles, &first, &last);
  assert(last > first);
  for (int i = 0; i < EVEN_FREQUENCIES; i++) {
    g->decade[g->n++] =
        first + (last - first) * i / (double)(EVEN_FREQUENCIES - 1);
  }
  for (int i = 0; poles && i < m->n_states; i++) {
    double f = poles[i].value.im / (2 * frequency_pi);
    if (!(f > 0) || fabs(poles[i].damping) > 0.5) continue;
    bool is_infinite = fabs(poles[i].damping) < 1e-4;
    for (int k = 0; k < N_CLOSE; k++) {
      if (is_infinite && closeness[k] == 0) continue;
      double decade = log10(f * (1 + closeness[k]));
      if (decade > first && decade < last) g->decade[g->n++] = decade;
    }
  }
  qsort(g->decade, (size_t)g->n, sizeof g->decade[0], compare_decades);
}

/* --- one frequency --- */

typedef struct Complex {
  double re, im;
} Complex;

static Complex times(Complex a, Complex b)
{
  return (Complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static Complex over(Complex a, Complex b)
{
  double size = b.re * b.re + b.im * b.im;
  return (Complex){(a.re * b.re + a.im * b.im) / size,
                   (a.im * b.re - a.re * b.im) / size};
}

/* Elimination with pivots of M x = r, columns of which are side by side; r is
 * then x. n rows of n and of n_right. */
static void solve_complex(Complex *m, int n, Complex *right, int n_right)
{
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++) {
      if (hypot(m[i * n + k].re, m[i * n + k].im) >
          hypot(m[pivot * n + k].re, m[pivot * n + k].im))
        pivot = i;
    }
    for (int j = 0; j < n && pivot != k; j++) {
      Complex kept = m[k * n + j];
      m[k * n + j] = m[pivot * n + j];
      m[pivot * n + j] = kept;
    }
    for (int j = 0; j < n_right && pivot != k; j++) {
      Complex kept = right[k * n_right + j];
      right[k * n_right + j] = right[pivot * n_right + j];
      right[pivot * n_right + j] = kept;
    }
    for (int i = 0; i < n; i++) {
      Complex part = m[i * n + k];
      if (i == k || (part.re == 0 && part.im == 0)) continue;
      part = over(part, m[k * n + k]);
      for (int j = k; j < n; j++) {
        Complex off = times(part, m[k * n + j]);
        m[i * n + j].re -= off.re;
        m[i * n + j].im -= off.im;
      }
      for (int j = 0; j < n_right; j++) {
        Complex off = times(part, right[k * n_right + j]);
        right[i * n_right + j].re -= off.re;
        right[i * n_right + j].im -= off.im;
      }
    }
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n_right; j++)
      right[i * n_right + j] = over(right[i * n_right + j], m[i * n + i]);
  }
}

/* (i w - A) x = B. */
static void solve_states(const LinearModel *m, double w, Complex *matrix,
                         Complex *x)
{
  int n = m->n_states, nu = m->n_inputs;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      matrix[i * n + j] = (Complex){-m->a[i * n + j], i == j ? w : 0};
    for (int j = 0; j < nu; j++) x[i * nu + j] = (Complex){m->b[i * nu + j], 0};
  }
  solve_complex(matrix, n, x, nu);
}

/* Output i, input j. */
static Complex answer_of(const LinearModel *m, const Complex *x, int i, int j)
{
  Complex sum = {m->d[i * m->n_inputs + j], 0};
  for (int k = 0; k < m->n_states; k++) {
    double c = m->c[i * m->n_states + k];
    sum.re += c * x[k * m->n_inputs + j].re;
    sum.im += c * x[k * m->n_inputs + j].im;
  }
  return sum;
}

/* The angle next to the one before, of those that are a turn apart; half a turn
 * is one down, as of a pole without damping. The first is below 180. */
static double unwrap(double degree, double before)
{
  double least = isnan(before) ? 0 : before;
  return degree - 360 * ceil((degree - least) / 360 - 0.5 + 1e-6);
}

static void put_answer(FrequencyAnswer *g, int curve, int k, Complex value,
                       double *before)
{
  double size = hypot(value.re, value.im);
  bool is_there = isfinite(size) && size > 0;
  double *decibel = &g->decibel[curve * g->n + k];
  double *degree = &g->degree[curve * g->n + k];
  *decibel = is_there ? 20 * log10(size) : NAN;
  *degree = NAN;
  if (!is_there) return;
  *degree = unwrap(atan2(value.im, value.re) * 180 / frequency_pi, *before);
  *before = *degree;
}

/* --- the whole --- */

bool frequency_answer(Session *s, const LinearModel *m, const Pole *poles,
                      FrequencyAnswer *g)
{
  Arena *arena = s->session_arena;
  size_t n = (size_t)m->n_states;
  int n_curves = m->n_outputs * m->n_inputs;
  *g = (FrequencyAnswer){0};
  if (m->n_states > FREQUENCY_MOST_STATES) return false;
  choose_frequencies(s, m, poles, g);
  size_t n_values = (size_t)n_curves * (size_t)g->n;
  g->decibel = arena_array(arena, n_values, sizeof(double));
  g->degree = arena_array(arena, n_values, sizeof(double));
  double *before = arena_array(arena, (size_t)n_curves, sizeof(double));
  for (int i = 0; i < n_curves; i++) before[i] = NAN;
  Complex *matrix = arena_array(arena, n * n, sizeof(Complex));
  Complex *x = arena_array(arena, n * (size_t)m->n_inputs, sizeof(Complex));
  for (int k = 0; k < g->n; k++) {
    solve_states(m, 2 * frequency_pi * pow(10, g->decade[k]), matrix, x);
    for (int c = 0; c < n_curves; c++) {
      Complex value = answer_of(m, x, c / m->n_inputs, c % m->n_inputs);
      put_answer(g, c, k, value, &before[c]);
    }
  }
  return true;
}
