/* vector.c: growing arrays; the room doubles, so appending costs O(1). */
#include "base/vector.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void *vector_grow(Arena *arena, void *items, int *capacity, int needed,
                  size_t item_size)
{
  assert(needed >= 0 && *capacity >= 0 && item_size > 0);
  if (needed <= *capacity) return items;

  int grown = *capacity > INT_MAX / 2 ? INT_MAX : *capacity * 2;
  if (grown < needed) grown = needed;
  if (grown < 4) grown = 4;

  void *room = arena_array(arena, (size_t)grown, item_size);
  if (*capacity > 0) memcpy(room, items, (size_t)*capacity * item_size);
  *capacity = grown;
  return room;
}

static int compare_int(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

void vector_sort_ints(int *item, int n)
{
  if (n > 1) qsort(item, (size_t)n, sizeof item[0], compare_int);
}
