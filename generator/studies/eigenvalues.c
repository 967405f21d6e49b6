/* eigenvalues.c: see eigenvalues.h. */
#include "studies/eigenvalues.h"

#include <assert.h>
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TURNS = 60 }; /* of one eigenvalue */

/* --- balancing --- */

/* Sizes of column and row i without the diagonal. */
static void row_and_column(const double *a, int n, int i, double *row,
                           double *column)
{
  *row = *column = 0;
  for (int k = 0; k < n; k++) {
    if (k == i) continue;
    *row += fabs(a[i * n + k]);
    *column += fabs(a[k * n + i]);
  }
}

/* Powers of two change no digit. */
static bool balance_one(double *a, int n, int i)
{
  double row, column, factor = 1;
  row_and_column(a, n, i, &row, &column);
  if (row == 0 || column == 0) return false;
  double sum = row + column, c = column;
  while (c < row / 2) c *= 4, factor *= 2;
  while (c >= row * 2) c /= 4, factor /= 2;
  if ((c + row) / factor >= 0.95 * sum || factor == 1) return false;
  for (int k = 0; k < n; k++) a[i * n + k] /= factor;
  for (int k = 0; k < n; k++) a[k * n + i] *= factor;
  return true;
}

static void balance(double *a, int n)
{
  bool goes_on = true;
  for (int turn = 0; goes_on && turn < 100; turn++) {
    goes_on = false;
    for (int i = 0; i < n; i++) {
      if (balance_one(a, n, i)) goes_on = true;
    }
  }
}

/* --- Hessenberg form --- */

/* A reflection with v from both sides: a = (1 - s v v') a (1 - s v v'). */
static void eigenvalues_reflect(double *a, int n, const double *v, double s)
{
  for (int j = 0; j < n; j++) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += v[i] * a[i * n + j];
    for (int i = 0; i < n; i++) a[i * n + j] -= s * v[i] * sum;
  }
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += v[j] * a[i * n + j];
    for (int j = 0; j < n; j++) a[i * n + j] -= s * sum * v[j];
  }
}

static void to_hessenberg(double *a, int n, double *v)
{
  for (int k = 0; k + 2 < n; k++) {
    double square = 0;
    memset(v, 0, (size_t)n * sizeof v[0]);
    for (int i = k + 1; i < n; i++) {
      v[i] = a[i * n + k];
      square += v[i] * v[i];
    }
    double rest = square - v[k + 1] * v[k + 1];
    if (rest <= DBL_MIN) continue;
    v[k + 1] += copysign(sqrt(square), v[k + 1]);
    eigenvalues_reflect(a, n, v, 2 / (rest + v[k + 1] * v[k + 1]));
    for (int i = k + 2; i < n; i++) a[i * n + k] = 0;
  }
}

/* --- QR --- */

/* cabs() and csqrt(): not every C library of Windows (Wine's) has them. */
static double eigenvalues_size(double complex z)
{
  return hypot(creal(z), cimag(z));
}

static double complex eigenvalues_root(double complex z)
{
  double re = creal(z), im = cimag(z), size = eigenvalues_size(z);
  if (!(size > 0)) return size; /* zero, or not a number */
  double large = sqrt((fabs(re) + size) / 2), small = im / (2 * large);
  double complex i = I;
  if (re >= 0) return large + i * small;
  return fabs(small) + i * copysign(large, im);
}

/* The eigenvalue of the last two rows up to `last` that is nearer to the last
 * element. */
static double complex wilkinson_shift(const double complex *h, int n, int last)
{
  double complex a = h[(last - 1) * n + last - 1], b = h[(last - 1) * n + last];
  double complex c = h[last * n + last - 1], d = h[last * n + last];
  double complex half = (a - d) / 2,
                 root = eigenvalues_root(half * half + b * c);
  double complex one = d - b * c / (half + root);
  double complex two = d - b * c / (half - root);
  bool is_plus = eigenvalues_size(half + root) >= eigenvalues_size(half - root);
  double complex shift = is_plus ? one : two;
  return isfinite(creal(shift)) && isfinite(cimag(shift)) ? shift : d;
}

/* One step H - s = QR, H = RQ + s on rows and columns first to last. */
static void qr_step(double complex *h, int n, int first, int last,
                    double complex shift, double complex *c, double complex *s)
{
  assert(first >= 0 && first < last && last < n);
  for (int i = first; i <= last; i++) h[i * n + i] -= shift;
  for (int k = first; k < last; k++) {
    double complex x = h[k * n + k], y = h[(k + 1) * n + k];
    double size = hypot(eigenvalues_size(x), eigenvalues_size(y));
    c[k] = size > 0 ? x / size : 1;
    s[k] = size > 0 ? y / size : 0;
    for (int j = k; j <= last; j++) {
      double complex p = h[k * n + j], q = h[(k + 1) * n + j];
      h[k * n + j] = conj(c[k]) * p + conj(s[k]) * q;
      h[(k + 1) * n + j] = -s[k] * p + c[k] * q;
    }
  }
  for (int k = first; k < last; k++) {
    int end = k + 2 < last ? k + 2 : last;
    for (int i = first; i <= end; i++) {
      double complex p = h[i * n + k], q = h[i * n + k + 1];
      h[i * n + k] = p * c[k] + q * s[k];
      h[i * n + k + 1] = -p * conj(s[k]) + q * conj(c[k]);
    }
  }
  for (int i = first; i <= last; i++) h[i * n + i] += shift;
}

/* The first row of the block that ends with `last`: the element below the
 * diagonal before it is nothing. */
static int block_begin(const double complex *h, int n, int last)
{
  int k = last;
  while (k > 0) {
    double near = eigenvalues_size(h[k * n + k]) +
                  eigenvalues_size(h[(k - 1) * n + k - 1]);
    if (eigenvalues_size(h[k * n + k - 1]) <= DBL_EPSILON * near + DBL_MIN)
      break;
    k--;
  }
  return k;
}

static bool to_triangle(double complex *h, int n, double complex *work)
{
  int turns = 0;
  for (int last = n - 1; last > 0;) {
    int first = block_begin(h, n, last);
    if (first == last) {
      last--;
      turns = 0;
      continue;
    }
    if (++turns > MOST_TURNS) return false;
    double complex shift = wilkinson_shift(h, n, last);
    if (turns % 10 == 0) /* out of a circle of shifts */
      shift = eigenvalues_size(h[last * n + last - 1]) + h[last * n + last];
    qr_step(h, n, first, last, shift, work, work + n);
  }
  return true;
}

/* --- pairs --- */

static int compare_eigenvalues(const void *left, const void *right)
{
  const Eigenvalue *a = left, *b = right;
  if (a->re != b->re) return a->re < b->re ? -1 : 1;
  return (a->im > b->im) - (a->im < b->im);
}

/* The other of a pair, not yet taken; -1: none is near. */
static int find_conjugate(const Eigenvalue *e, const bool *is_paired, int n,
                          int i)
{
  int best = -1;
  double least = INFINITY;
  for (int k = i + 1; k < n; k++) {
    double away = hypot(e[k].re - e[i].re, e[k].im + e[i].im);
    if (is_paired[k] || away >= least) continue;
    least = away;
    best = k;
  }
  return best;
}

/* Rounding has been different for both of a pair, and made real ones complex. */
static void make_pairs(Arena *arena, Eigenvalue *e, int n, double size)
{
  bool *is_paired = arena_array(arena, (size_t)n, sizeof is_paired[0]);
  for (int i = 0; i < n; i++) {
    if (fabs(e[i].im) > 64 * DBL_EPSILON * n * size) continue;
    e[i].im = 0;
    is_paired[i] = true;
  }
  for (int i = 0; i < n; i++) {
    int k = is_paired[i] ? -1 : find_conjugate(e, is_paired, n, i);
    if (k < 0) continue;
    is_paired[i] = is_paired[k] = true;
    double re = (e[i].re + e[k].re) / 2, im = (e[i].im - e[k].im) / 2;
    e[i] = (Eigenvalue){re, im};
    e[k] = (Eigenvalue){re, -im};
  }
}

bool eigenvalues(Arena *arena, const double *a, int n, Eigenvalue *out)
{
  assert(n >= 0);
  if (n == 0) return true;
  size_t square = (size_t)n * (size_t)n;
  double *real = arena_array(arena, square, sizeof real[0]);
  double *v = arena_array(arena, (size_t)n, sizeof v[0]);
  double complex *h = arena_array(arena, square, sizeof h[0]);
  double complex *work = arena_array(arena, 2 * (size_t)n, sizeof work[0]);
  for (size_t i = 0; i < square; i++) {
    if (!isfinite(a[i])) return false;
    real[i] = a[i];
  }
  balance(real, n);
  to_hessenberg(real, n, v);
  double size = 0;
  for (size_t i = 0; i < square; i++) {
    h[i] = real[i];
    size = fmax(size, fabs(real[i]));
  }
  if (!to_triangle(h, n, work)) return false;
  for (int i = 0; i < n; i++) {
    out[i] = (Eigenvalue){creal(h[i * n + i]), cimag(h[i * n + i])};
  }
  make_pairs(arena, out, n, size);
  qsort(out, (size_t)n, sizeof out[0], compare_eigenvalues);
  return true;
}
