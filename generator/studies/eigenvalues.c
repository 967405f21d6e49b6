/* eigenvalues.c: see eigenvalues.h. */
#include "studies/eigenvalues.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TURNS = 60, ODD_TURNS = 10 }; /* of one eigenvalue or pair */

static double *eigenvalues_row_of(double *a, int n, int i)
{
  assert(i >= 0 && i < n);
  return a + (size_t)i * (size_t)n;
}

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

/* The sum of x[j] y[j]: four sums, which do not wait for each other. */
static double eigenvalues_product_of(const double *x, const double *y, int n)
{
  double p = 0, q = 0, r = 0, s = 0;
  int j = 0;
  for (; j + 3 < n; j += 4) {
    p += x[j] * y[j];
    q += x[j + 1] * y[j + 1];
    r += x[j + 2] * y[j + 2];
    s += x[j + 3] * y[j + 3];
  }
  for (; j < n; j++) p += x[j] * y[j];
  return (p + q) + (r + s);
}

/* x[j] -= f y[j] */
static void eigenvalues_subtract_row(double *restrict x,
                                     const double *restrict y, int n, double f)
{
  int j = 0;
  for (; j + 1 < n; j += 2) {
    x[j] -= f * y[j];
    x[j + 1] -= f * y[j + 1];
  }
  if (j < n) x[j] -= f * y[j];
}

/* x[j] -= f y[j] + g z[j] */
static void subtract_rows(double *restrict x, const double *restrict y,
                          const double *restrict z, int n, double f, double g)
{
  int j = 0;
  for (; j + 1 < n; j += 2) {
    x[j] -= f * y[j] + g * z[j];
    x[j + 1] -= f * y[j + 1] + g * z[j + 1];
  }
  if (j < n) x[j] -= f * y[j] + g * z[j];
}

/* What is nothing beside the matrix would become ever smaller, and processors
 * are slow with the smallest numbers of all. */
static void drop_tiny(double *x, int n, double tiny)
{
  for (int i = 0; i < n; i++) {
    if (fabs(x[i]) < tiny) x[i] = 0;
  }
}

/* A reflection from both sides, a = (1 - s v v') a (1 - s v v'), where v begins
 * at k + 1, as one change of a: it is read once and written once. Columns up to
 * k are left alone. w and z: work. */
static void reflect_both(double *a, int n, int k, const double *v, double s,
                         double tiny, double *w, double *z)
{
  assert(k >= 0 && k + 1 < n);
  int m = n - k - 1;
  memset(w, 0, (size_t)m * sizeof w[0]);
  for (int i = 0; i < n; i++) {
    const double *row = eigenvalues_row_of(a, n, i) + k + 1;
    z[i] = eigenvalues_product_of(row, v, m);
    if (i > k) eigenvalues_subtract_row(w, row, m, -v[i - k - 1]);
  }
  drop_tiny(w, m, tiny);
  drop_tiny(z, n, tiny);
  double both = eigenvalues_product_of(w, v, m);
  for (int i = 0; i <= k; i++) {
    eigenvalues_subtract_row(eigenvalues_row_of(a, n, i) + k + 1, v, m,
                             s * z[i]);
  }
  for (int i = k + 1; i < n; i++) {
    double f = s * v[i - k - 1];
    subtract_rows(eigenvalues_row_of(a, n, i) + k + 1, w, v, m, f,
                  s * (z[i] - f * both));
  }
}

/* work: 3 n numbers; size: of the largest element */
static void to_hessenberg(double *a, int n, double size, double *work)
{
  assert(size >= 0 && work);
  double *v = work, *w = work + n, *z = work + 2 * n;
  double tiny = DBL_EPSILON * DBL_EPSILON * size;
  for (int k = 0; k + 2 < n; k++) {
    int m = n - k - 1;
    double rest = 0;
    for (int i = 0; i < m; i++) v[i] = eigenvalues_row_of(a, n, k + 1 + i)[k];
    drop_tiny(v + 1, m - 1, tiny);
    for (int i = 1; i < m; i++) rest += v[i] * v[i];
    for (int i = k + 2; i < n; i++) eigenvalues_row_of(a, n, i)[k] = 0;
    if (rest <= DBL_MIN) continue;
    double length = copysign(sqrt(rest + v[0] * v[0]), v[0]);
    double first = v[0] + length;
    eigenvalues_row_of(a, n, k + 1)[k] = -length;
    v[0] = 1;
    for (int i = 1; i < m; i++) v[i] /= first;
    reflect_both(a, n, k, v, first / length, tiny, w, z);
  }
}

/* --- QR --- */

/* The first row of the block that ends with `last`: the element below the
 * diagonal before it is nothing. */
static int block_begin(double *h, int n, int last, double size)
{
  assert(last >= 0 && last < n && size >= 0);
  int k = last;
  while (k > 0) {
    const double *above = eigenvalues_row_of(h, n, k - 1),
                 *row = eigenvalues_row_of(h, n, k);
    double near = fabs(row[k]) + fabs(above[k - 1]);
    if (near == 0) near = size;
    if (fabs(row[k - 1]) <= DBL_EPSILON * near + DBL_MIN) break;
    k--;
  }
  return k;
}

/* Sum and product of two shifts: the eigenvalues of the last two rows, or some
 * others, out of a circle of them. */
typedef struct Shifts {
  double sum, product;
} Shifts;

static Shifts shifts_of(double *h, int n, int first, int last, int turns)
{
  assert(first < last && turns > 0);
  const double *above = eigenvalues_row_of(h, n, last - 1),
               *row = eigenvalues_row_of(h, n, last);
  if (turns % ODD_TURNS == 0) {
    double size = fabs(row[last - 1]);
    if (last - 2 >= first) size += fabs(above[last - 2]);
    double middle = 0.75 * size + row[last];
    return (Shifts){2 * middle, middle * middle + 0.4375 * size * size};
  }
  return (Shifts){above[last - 1] + row[last],
                  above[last - 1] * row[last] - above[last] * row[last - 1]};
}

/* 1 - s v v' with v[0] = 1, of two or three rows: it makes x a multiple of the
 * first unit vector, `size`. */
typedef struct Reflection {
  double v[3], s, size;
} Reflection;

static Reflection reflection_of(const double *x)
{
  Reflection r = {{1, 0, 0}, 0, x[0]};
  double most = fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
  if (!(fmax(fabs(x[1]), fabs(x[2])) > 0)) return r;
  double a = x[0] / most, b = x[1] / most, c = x[2] / most;
  double size = copysign(sqrt(a * a + b * b + c * c), a), first = a + size;
  r.v[1] = b / first;
  r.v[2] = c / first;
  r.s = first / size;
  r.size = -size * most;
  return r;
}

/* From the left, on three rows from column `first` to the one before `end`. */
static void reflect_rows(double *h, int n, int k, int first, int end,
                         const Reflection *r)
{
  assert(k >= 0 && k + 2 < n && end <= n);
  double *restrict a = eigenvalues_row_of(h, n, k),
                   *restrict b = eigenvalues_row_of(h, n, k + 1),
                   *restrict c = eigenvalues_row_of(h, n, k + 2);
  const double s = r->s, v = r->v[1], w = r->v[2];
  int j = first;
  for (; j + 1 < end; j += 2) {
    double p = s * (a[j] + v * b[j] + w * c[j]);
    double q = s * (a[j + 1] + v * b[j + 1] + w * c[j + 1]);
    a[j] -= p;
    a[j + 1] -= q;
    b[j] -= p * v;
    b[j + 1] -= q * v;
    c[j] -= p * w;
    c[j + 1] -= q * w;
  }
  for (; j < end; j++) {
    double p = s * (a[j] + v * b[j] + w * c[j]);
    a[j] -= p;
    b[j] -= p * v;
    c[j] -= p * w;
  }
}

/* From the right, on three columns of rows `first` to the one before `end`. */
static void reflect_columns(double *h, int n, int k, int first, int end,
                            const Reflection *r)
{
  const double s = r->s, v = r->v[1], w = r->v[2];
  for (int i = first; i < end; i++) {
    double *x = eigenvalues_row_of(h, n, i) + k;
    double p = s * (x[0] + v * x[1] + w * x[2]);
    x[0] -= p;
    x[1] -= p * v;
    x[2] -= p * w;
  }
}

/* The same on the last two rows and columns. */
static void reflect_pair(double *h, int n, int first, int last,
                         const Reflection *r)
{
  double *a = eigenvalues_row_of(h, n, last - 1),
         *b = eigenvalues_row_of(h, n, last);
  const double s = r->s, v = r->v[1];
  for (int j = last - 1; j <= last; j++) {
    double p = s * (a[j] + v * b[j]);
    a[j] -= p;
    b[j] -= p * v;
  }
  for (int i = first; i <= last; i++) {
    double *x = eigenvalues_row_of(h, n, i) + last - 1;
    double p = s * (x[0] + v * x[1]);
    x[0] -= p;
    x[1] -= p * v;
  }
}

/* Where a step may begin: an element below the diagonal is so small that what
 * the shifts make of the rows before it does not count (Wilkinson). x: the
 * beginning of the first column of (h - shift) (h - other shift). */
static int step_begin(double *h, int n, int first, int last, Shifts shifts,
                      double *x)
{
  int k = last - 2;
  for (;; k--) {
    const double *a = eigenvalues_row_of(h, n, k),
                 *b = eigenvalues_row_of(h, n, k + 1);
    double c = eigenvalues_row_of(h, n, k + 2)[k + 1];
    x[0] = a[k] * (a[k] - shifts.sum) + shifts.product + a[k + 1] * b[k];
    x[1] = b[k] * (a[k] + b[k + 1] - shifts.sum);
    x[2] = b[k] * c;
    if (k == first) return k;
    const double *above = eigenvalues_row_of(h, n, k - 1);
    double left = fabs(a[k - 1]) * (fabs(x[1]) + fabs(x[2]));
    double near = fabs(above[k - 1]) + fabs(a[k]) + fabs(b[k + 1]);
    if (left <= DBL_EPSILON * fabs(x[0]) * near) return k;
  }
}

/* Two steps of the QR method at once, on rows and columns first to last, three
 * or more: the bulge that the first reflection makes is chased away. */
static void francis_step(double *h, int n, int first, int last, Shifts shifts)
{
  assert(first >= 0 && first + 2 <= last && last < n);
  double x[3];
  int begin = step_begin(h, n, first, last, shifts, x);
  for (int k = begin; k + 2 <= last; k++) {
    double *before = k > begin ? eigenvalues_row_of(h, n, k) + k - 1 : NULL;
    if (before) {
      x[0] = before[0];
      x[1] = before[n];
      x[2] = before[2 * (size_t)n];
    }
    Reflection r = reflection_of(x);
    if (before) {
      before[0] = r.size;
      before[n] = before[2 * (size_t)n] = 0;
    } else if (k > first) {
      eigenvalues_row_of(h, n, k)[k - 1] *= 1 - r.s;
    }
    reflect_rows(h, n, k, k, last + 1, &r);
    reflect_columns(h, n, k, first, (k + 3 < last ? k + 3 : last) + 1, &r);
  }
  double *before = eigenvalues_row_of(h, n, last - 1) + last - 2;
  Reflection r = reflection_of((double[]){before[0], before[n], 0});
  before[0] = r.size;
  before[n] = 0;
  reflect_pair(h, n, first, last, &r);
}

/* Of two rows; sizes are taken out, so that no product is too large. */
static void eigenvalues_pair_of(double *h, int n, int k, Eigenvalue *out)
{
  double a = eigenvalues_row_of(h, n, k)[k],
         b = eigenvalues_row_of(h, n, k)[k + 1];
  double c = eigenvalues_row_of(h, n, k + 1)[k],
         d = eigenvalues_row_of(h, n, k + 1)[k + 1];
  double half = (a - d) / 2;
  double most = fmax(fabs(half), fmax(fabs(b), fabs(c)));
  out[0] = out[1] = (Eigenvalue){d, 0};
  if (!(most > 0)) return;
  double p = half / most, bc = b / most * (c / most), q = p * p + bc;
  if (q >= 0) {
    double z = p + copysign(sqrt(q), p);
    out[0].re = d + most * z;
    if (z != 0) out[1].re = d - most * (bc / z);
    return;
  }
  double im = most * sqrt(-q);
  out[0] = (Eigenvalue){d + half, -im};
  out[1] = (Eigenvalue){d + half, im};
}

/* Of a Hessenberg matrix, whose largest element has this size. */
static bool eigenvalues_of_hessenberg(double *h, int n, double size,
                                      Eigenvalue *out)
{
  int turns = 0;
  for (int last = n - 1; last >= 0;) {
    int first = block_begin(h, n, last, size);
    if (first + 1 < last) {
      if (++turns > MOST_TURNS) return false;
      francis_step(h, n, first, last, shifts_of(h, n, first, last, turns));
      continue;
    }
    if (first == last)
      out[last] = (Eigenvalue){eigenvalues_row_of(h, n, last)[last], 0};
    else
      eigenvalues_pair_of(h, n, first, out + first);
    last = first - 1;
    turns = 0;
  }
  return true;
}

/* --- all --- */

static int compare_eigenvalues(const void *left, const void *right)
{
  const Eigenvalue *a = left, *b = right;
  if (a->re != b->re) return a->re < b->re ? -1 : 1;
  return (a->im > b->im) - (a->im < b->im);
}

static double eigenvalues_largest_of(const double *a, size_t n)
{
  double size = 0;
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(a[i]));
  return size;
}

/* Products of three elements are neither too large nor too small. Divides by two
 * to the power that is returned. */
static int take_scale_out(double *a, size_t n)
{
  int exponent = 0;
  frexp(eigenvalues_largest_of(a, n), &exponent);
  for (size_t i = 0; i < n; i++) a[i] = ldexp(a[i], -exponent);
  return exponent;
}

bool eigenvalues(Arena *arena, const double *a, int n, Eigenvalue *out)
{
  assert(n >= 0);
  if (n == 0) return true;
  size_t square = (size_t)n * (size_t)n;
  double *h = arena_array(arena, square, sizeof h[0]);
  double *work = arena_array(arena, 3 * (size_t)n, sizeof work[0]);
  for (size_t i = 0; i < square; i++) {
    if (!isfinite(a[i])) return false;
    h[i] = a[i];
  }
  int exponent = take_scale_out(h, square);
  balance(h, n);
  to_hessenberg(h, n, eigenvalues_largest_of(h, square), work);
  double size = eigenvalues_largest_of(h, square);
  if (!eigenvalues_of_hessenberg(h, n, size, out)) return false;
  for (int i = 0; i < n; i++) {
    bool is_real =
        fabs(out[i].im) <= 64 * DBL_EPSILON * n * size; /* rounding */
    out[i].re = ldexp(out[i].re, exponent);
    out[i].im = is_real ? 0 : ldexp(out[i].im, exponent);
  }
  qsort(out, (size_t)n, sizeof out[0], compare_eigenvalues);
  return true;
}
