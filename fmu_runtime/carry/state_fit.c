/* state_fit.c: see state_fit.h. */
#include "state_fit.h"
#include "../core/runtime_assert.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool state_fit_same(const StateFit *fit, const void *array, size_t size)
{
  if (size == 0) return true;
  size_t at = (size_t)((const char *)array - fit->inst->arrays);
  RUNTIME_ASSERT(at + size <= fit->inst->arrays_size);
  return memcmp(array, fit->made + at, size) == 0;
}

bool state_fit_ints(const int *value, int n, int low, int high)
{
  for (int k = 0; k < n; k++) {
    if (value[k] < low || value[k] > high) return false;
  }
  return true;
}

bool state_fit_bytes(const unsigned char *value, int n, unsigned high)
{
  for (int k = 0; k < n; k++) {
    if (value[k] > high) return false;
  }
  return true;
}

bool state_fit_signs(const signed char *value, int n)
{
  for (int k = 0; k < n; k++) {
    if (value[k] < -1 || value[k] > 1) return false;
  }
  return true;
}

bool state_fit_numbers(const double *value, int n)
{
  for (int k = 0; k < n; k++) {
    if (isnan(value[k])) return false;
  }
  return true;
}

bool state_fit_choice(const int *value, int n, int most)
{
  if (n <= 0) return true;
  if (!state_fit_ints(value, n, 0, most - 1)) return false;
  unsigned char *seen = calloc((size_t)most, 1);
  bool once = seen != NULL;
  for (int k = 0; once && k < n; k++) {
    once = !seen[value[k]];
    seen[value[k]] = 1;
  }
  free(seen);
  return once;
}

bool state_fit_permutation(const int *value, int n)
{
  return state_fit_choice(value, n, n);
}
