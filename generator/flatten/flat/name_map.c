/* name_map.c: open addressing with linear probing, at most half full. */
#include "flatten/flat/name_map.h"

#include <assert.h>

#define FIRST_SIZE 64u

void name_map_init(NameMap *map, Arena *arena)
{
  *map = (NameMap){.arena = arena};
}

/* By address: names are interned, and nobody sees the order of the slots. */
static uint32_t first_slot(int32_t owner, Name name, uint32_t n_slots)
{
  const uint64_t mix = UINT64_C(0x9e3779b97f4a7c15);
  uint64_t h = (uint64_t)(uintptr_t)name + (uint32_t)owner * mix;
  h = (h ^ h >> 32) * mix;
  return (uint32_t)(h >> 32) & (n_slots - 1);
}

static NameMapSlot *name_map_probe(const NameMap *map, int32_t owner, Name name)
{
  assert(map->n_used < map->n_slots); /* the search ends at a free slot */
  uint32_t i = first_slot(owner, name, map->n_slots);
  while (map->slot[i].name &&
         (map->slot[i].name != name || map->slot[i].owner != owner)) {
    i = (i + 1) & (map->n_slots - 1);
  }
  return &map->slot[i];
}

void *name_map_find(const NameMap *map, int32_t owner, Name name)
{
  return map->n_used > 0 ? name_map_probe(map, owner, name)->value : NULL;
}

static void name_map_grow(NameMap *map)
{
  NameMap bigger = *map;
  bigger.n_slots = map->n_slots > 0 ? map->n_slots * 2 : FIRST_SIZE;
  assert(bigger.n_slots > map->n_slots);
  bigger.slot = arena_array(map->arena, bigger.n_slots, sizeof bigger.slot[0]);
  for (uint32_t i = 0; i < map->n_slots; i++) {
    const NameMapSlot *old = &map->slot[i];
    if (old->name) *name_map_probe(&bigger, old->owner, old->name) = *old;
  }
  arena_give_back(map->arena, map->slot, map->n_slots * sizeof map->slot[0]);
  *map = bigger;
}

void name_map_add(NameMap *map, int32_t owner, Name name, void *value)
{
  assert(name && value);
  if (map->n_used * 2 >= map->n_slots) name_map_grow(map);
  NameMapSlot *slot = name_map_probe(map, owner, name);
  assert(!slot->name);
  *slot = (NameMapSlot){name, owner, value};
  map->n_used++;
}
