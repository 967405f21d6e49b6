/* vector.h: arrays that grow inside an arena.
 *
 * A growing array is three fields of its owner: `T *item; int n_items;
 * int cap_items;`. vector_grow() makes room and returns where the items are
 * now; the old place stays valid until the arena is released, but stale.
 *
 *   v->item = vector_grow(arena, v->item, &v->cap_items, v->n_items + 1,
 *                         sizeof v->item[0]);
 *   v->item[v->n_items++] = x;
 */
#ifndef FOUCAULT_BASE_VECTOR_H
#define FOUCAULT_BASE_VECTOR_H

#include <stddef.h>

#include "base/arena.h"

/* For vector_grow() alone: the room is too small. */
void *vector_enlarge(Arena *arena, void *items, int *capacity, int needed,
                     size_t item_size);

/* Room for at least `needed` items; new room is zeroed. */
static inline void *vector_grow(Arena *arena, void *items, int *capacity,
                                int needed, size_t item_size)
{
  if (needed >= 0 && needed <= *capacity) return items;
  return vector_enlarge(arena, items, capacity, needed, item_size);
}

/* Rising order. */
void vector_sort_ints(int *item, int n);

#endif
