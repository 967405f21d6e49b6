/* name_map.h: a hash table from (owner, name) to a pointer.
 *
 * One table serves all owners of a kind (the elements of all classes, the
 * children of all instances), so that small owners cost nothing of their own.
 * It is only asked, never listed: no order of a hash table reaches the output.
 */
#ifndef FOUCAULT_FLATTEN_FLAT_NAME_MAP_H
#define FOUCAULT_FLATTEN_FLAT_NAME_MAP_H

#include <stdint.h>

#include "base/arena.h"
#include "base/interned_string.h"

typedef struct NameMapSlot {
  Name name; /* NULL: free */
  int32_t owner;
  void *value;
} NameMapSlot;

typedef struct NameMap {
  Arena *arena;
  NameMapSlot *slot;
  uint32_t n_slots, n_used; /* n_slots: 0 or a power of two */
} NameMap;

void name_map_init(NameMap *map, Arena *arena);
/* NULL: not there. */
void *name_map_find(const NameMap *map, int32_t owner, Name name);
/* The pair must not be there yet; value may not be NULL. */
void name_map_add(NameMap *map, int32_t owner, Name name, void *value);

#endif
