/* vector.c: growing arrays; the room doubles, so appending costs O(1). */
#include "base/vector.h"

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *vector_enlarge(Arena *arena, void *items, int *capacity, int needed,
                     size_t item_size)
{
  assert(needed > *capacity && *capacity >= 0 && item_size > 0);
  int grown = *capacity > INT_MAX / 2 ? INT_MAX : *capacity * 2;
  if (grown < needed) grown = needed;
  if (grown < 4) grown = 4;

  if ((size_t)grown > SIZE_MAX / item_size) grown = needed;
  void *room = arena_regrow(arena, items, (size_t)*capacity * item_size,
                            (size_t)grown * item_size);
  *capacity = grown;
  return room;
}

static int compare_int(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

enum { FEW = 16 };

static void sort_few(int *item, int n)
{
  for (int k = 1; k < n; k++) {
    int value = item[k], at = k;
    for (; at > 0 && item[at - 1] > value; at--) item[at] = item[at - 1];
    item[at] = value;
  }
}

/* The direction in which all items continue; 0: neither. */
static int direction(const int *item, int n)
{
  int up = 0, down = 0;
  for (int k = 1; k < n; k++) {
    up += item[k] >= item[k - 1];
    down += item[k] <= item[k - 1];
    if (up < k && down < k) return 0;
  }
  return up == n - 1 ? 1 : -1;
}

static void reverse(int *item, int n)
{
  for (int low = 0, high = n - 1; low < high; low++, high--) {
    int kept = item[low];
    item[low] = item[high];
    item[high] = kept;
  }
}

enum { MANY = 1024, DIGITS = 256 };

/* By one byte; the order of equal ones is kept. */
static void sort_by_byte(const int *from, int *to, int n, int shift)
{
  int place[DIGITS] = {0}, before = 0;
  for (int k = 0; k < n; k++) place[(uint32_t)from[k] >> shift & 0xFF]++;
  for (int d = 0; d < DIGITS; d++) {
    int count = place[d];
    place[d] = before;
    before += count;
  }
  for (int k = 0; k < n; k++) {
    to[place[(uint32_t)from[k] >> shift & 0xFF]++] = from[k];
  }
}

/* Byte by byte from the lowest one, as far as the largest item has bytes.
 * False: there are negative ones, or no memory. */
static bool sort_many(int *item, int n)
{
  int all = 0; /* the bits that occur */
  for (int k = 0; k < n; k++) all |= item[k];
  int *other = all < 0 ? NULL : malloc((size_t)n * sizeof other[0]);
  if (!other) return false;
  int *from = item, *to = other;
  for (int shift = 0; shift < 31 && all >> shift > 0; shift += 8) {
    sort_by_byte(from, to, n, shift);
    int *sorted = to;
    to = from;
    from = sorted;
  }
  if (from != item) memcpy(item, from, (size_t)n * sizeof item[0]);
  free(other);
  return true;
}

void vector_sort_ints(int *item, int n)
{
  assert(n >= 0 && (item || n == 0));
  if (n <= FEW) {
    sort_few(item, n);
    return;
  }
  int way = direction(item, n); /* lists are often in order already */
  if (way < 0) reverse(item, n);
  if (way != 0) return;
  if (n >= MANY && sort_many(item, n)) return;
  qsort(item, (size_t)n, sizeof item[0], compare_int);
}
