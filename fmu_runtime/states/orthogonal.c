/* orthogonal.c: Gram and Schmidt. */
#include "orthogonal.h"
#include "../core/runtime_assert.h"
#include <math.h>

double orthogonal_dot(const double *a, const double *b, int n)
{
  RUNTIME_ASSERT(n >= 0);
  double sum = 0;
  for (int c = 0; c < n; c++) sum += a[c] * b[c];
  return sum;
}

double orthogonal_add(double *vector, int i, int n, double dependent,
                      double *share)
{
  RUNTIME_ASSERT(i >= 0 && n > 0 && dependent >= 0);
  double *own = vector + i * n;
  double before = sqrt(orthogonal_dot(own, own, n));
  for (int k = 0; share && k < i; k++) share[k] = 0;
  for (int turn = 0; turn < 2; turn++) {
    for (int k = 0; k < i; k++) {
      const double *other = vector + k * n;
      double part = orthogonal_dot(own, other, n);
      for (int c = 0; c < n; c++) own[c] -= part * other[c];
      if (share) share[k] += part;
    }
  }
  double size = sqrt(orthogonal_dot(own, own, n));
  if (!(size > dependent * before)) size = 0;
  for (int c = 0; c < n; c++) own[c] = size > 0 ? own[c] / size : 0;
  return size;
}
