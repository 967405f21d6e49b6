/* least_squares.c: see least_squares.h. */
#include "studies/point/least_squares.h"

#include <assert.h>
#include <math.h>

static double *least_row(const LeastSquares *q, int i)
{
  assert(i >= 0 && i < q->n_rows);
  return q->r + (size_t)i * (size_t)q->n_columns;
}

/* The length of what is left of a column, from row k on. */
static double least_length(const LeastSquares *q, int k, int column)
{
  double length = 0;
  for (int i = k; i < q->n_rows; i++)
    length = hypot(length, least_row(q, i)[column]);
  return length;
}

static void least_swap(const LeastSquares *q, int j, int k)
{
  if (j == k) return;
  for (int i = 0; i < q->n_rows; i++) {
    double *row = least_row(q, i), kept = row[j];
    row[j] = row[k];
    row[k] = kept;
  }
  int kept = q->order[j];
  q->order[j] = q->order[k];
  q->order[k] = kept;
}

/* The longest column that is left comes to place k; its length. */
static double least_pivot(const LeastSquares *q, int k)
{
  int best = k;
  double longest = 0;
  for (int j = k; j < q->n_columns; j++) {
    double length = least_length(q, k, j);
    if (!(length > longest)) continue;
    longest = length;
    best = j;
  }
  least_swap(q, k, best);
  return longest;
}

/* v is in column k from row k on, its first component in head[k]. */
static void reflect_column(const LeastSquares *q, int k, int column)
{
  double product = q->head[k] * least_row(q, k)[column];
  for (int i = k + 1; i < q->n_rows; i++)
    product += least_row(q, i)[k] * least_row(q, i)[column];
  product *= q->beta[k];
  least_row(q, k)[column] -= product * q->head[k];
  for (int i = k + 1; i < q->n_rows; i++)
    least_row(q, i)[column] -= product * least_row(q, i)[k];
}

static void least_reflection(const LeastSquares *q, int k, double length)
{
  double first = least_row(q, k)[k];
  double image = first > 0 ? -length : length;
  double head = first - image, square = head * head;
  for (int i = k + 1; i < q->n_rows; i++)
    square += least_row(q, i)[k] * least_row(q, i)[k];
  q->head[k] = head;
  q->beta[k] = square > 0 ? 2 / square : 0;
  for (int j = k + 1; j < q->n_columns; j++) reflect_column(q, k, j);
  least_row(q, k)[k] = image;
}

/* --- the null space --- */

/* x of the first `rank` places, of a right side that is there already. */
static void solve_triangle(const LeastSquares *q, double *x)
{
  for (int i = q->rank - 1; i >= 0; i--) {
    const double *row = least_row(q, i);
    for (int j = i + 1; j < q->rank; j++) x[i] -= row[j] * x[j];
    x[i] /= row[i];
  }
}

static double *null_vector(const LeastSquares *q, int k)
{
  return q->null + (size_t)k * (size_t)q->n_columns;
}

/* Takes what vector v has of the first n null vectors off it. */
static void take_null_off(const LeastSquares *q, int n, double *v)
{
  for (int k = 0; k < n; k++) {
    const double *unit = null_vector(q, k);
    double product = 0;
    for (int j = 0; j < q->n_columns; j++) product += unit[j] * v[j];
    for (int j = 0; j < q->n_columns; j++) v[j] -= product * unit[j];
  }
}

static void find_null(const LeastSquares *q)
{
  for (int k = 0; q->rank + k < q->n_columns; k++) {
    int free = q->rank + k;
    double *v = null_vector(q, k), *x = q->work, length = 0;
    for (int i = 0; i < q->rank; i++) x[i] = -least_row(q, i)[free];
    solve_triangle(q, x);
    for (int j = 0; j < q->n_columns; j++) v[j] = 0;
    for (int i = 0; i < q->rank; i++) v[q->order[i]] = x[i];
    v[q->order[free]] = 1;
    take_null_off(q, k, v);
    take_null_off(q, k, v); /* again: rounding */
    for (int j = 0; j < q->n_columns; j++) length = hypot(length, v[j]);
    for (int j = 0; j < q->n_columns; j++) v[j] /= length;
  }
}

/* --- the whole --- */

LeastSquares least_squares_make(Arena *arena, double *a, int n_rows,
                                int n_columns, double share)
{
  size_t n = (size_t)n_columns;
  assert(n_rows >= 0 && n_columns >= 0 && share > 0);
  LeastSquares q = {.n_rows = n_rows,
                    .n_columns = n_columns,
                    .r = a,
                    .beta = arena_array(arena, n, sizeof(double)),
                    .head = arena_array(arena, n, sizeof(double)),
                    .order = arena_array(arena, n, sizeof(int)),
                    .work = arena_array(arena, n, sizeof(double))};
  for (int j = 0; j < n_columns; j++) q.order[j] = j;
  double largest = 0;
  int most = n_rows < n_columns ? n_rows : n_columns;
  for (; q.rank < most; q.rank++) {
    double length = least_pivot(&q, q.rank);
    if (q.rank == 0) largest = length;
    if (!(length > share * largest)) break;
    least_reflection(&q, q.rank, length);
  }
  q.null = arena_array(arena, n * (n - (size_t)q.rank), sizeof(double));
  find_null(&q);
  return q;
}

void least_squares_solve(const LeastSquares *q, double *b, double *x)
{
  for (int k = 0; k < q->rank; k++) {
    double product = q->head[k] * b[k];
    for (int i = k + 1; i < q->n_rows; i++)
      product += least_row(q, i)[k] * b[i];
    product *= q->beta[k];
    b[k] -= product * q->head[k];
    for (int i = k + 1; i < q->n_rows; i++)
      b[i] -= product * least_row(q, i)[k];
  }
  double *y = q->work;
  for (int i = 0; i < q->rank; i++) y[i] = b[i];
  solve_triangle(q, y);
  for (int j = 0; j < q->n_columns; j++) x[j] = 0;
  for (int i = 0; i < q->rank; i++) x[q->order[i]] = y[i];
  take_null_off(q, q->n_columns - q->rank, x);
}
