/* packed_table.c: one instruction after the other. */
#include "packed_table.h"
#include "runtime_assert.h"
#include <string.h>

static int smaller_count(int a, int b)
{
  return a < b ? a : b;
}

void packed_table_integers(const int *table, int n, int *element)
{
  RUNTIME_ASSERT(n >= 0 && (n == 0 || (table && element)));
  const int *at = table + 1;
  for (int k = 0; k < n;) {
    if (*at > 0) {
      int count = smaller_count(*at, n - k);
      memcpy(element + k, at + 1, (size_t)count * sizeof element[0]);
      at += 1 + *at;
      k += count;
    } else {
      int end = k + smaller_count(-at[0], n - k), period = at[1];
      for (; k < end; k++) {
        int before = element[k - period];
        element[k] = before + (before - element[k - 2 * period]);
      }
      at += 2;
    }
  }
}

void packed_table_numbers(const double *table, int n, double *element)
{
  RUNTIME_ASSERT(n >= 0 && (n == 0 || (table && element)));
  const double *at = table;
  for (int k = 0; k < n; at += 2) {
    int end = k + smaller_count((int)-at[0], n - k);
    while (k < end) element[k++] = at[1];
  }
}
