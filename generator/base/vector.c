/* vector.c: growing arrays; the room doubles, so appending costs O(1). */
#include "base/vector.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

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

/* The direction in which all items go on; 0: neither. */
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

void vector_sort_ints(int *item, int n)
{
  if (n <= FEW) {
    sort_few(item, n);
    return;
  }
  int way = direction(item, n); /* lists are often in order already */
  if (way < 0) reverse(item, n);
  if (way != 0) return;
  qsort(item, (size_t)n, sizeof item[0], compare_int);
}
