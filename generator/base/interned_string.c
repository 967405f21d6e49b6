/* interned_string.c: an open-addressed hash table of names.
 *
 * Each slot keeps the hash and the length beside the pointer, so that a probe
 * touches the bytes of a name only when it is almost surely the right one.
 */
#include "base/interned_string.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#define FIRST_SIZE 1024 /* a power of two */

typedef struct Slot {
  Name name; /* NULL: free */
  uint32_t hash;
  uint32_t length;
} Slot;

struct NameTable {
  Arena *arena;
  Slot *slot;
  size_t size; /* a power of two */
  size_t n_names;
};

NameTable *name_table_create(Arena *arena)
{
  NameTable *table = arena_alloc(arena, sizeof *table);
  table->arena = arena;
  table->size = FIRST_SIZE;
  table->slot = arena_array(arena, table->size, sizeof table->slot[0]);
  return table;
}

static uint64_t interned_string_mix(uint64_t h, uint64_t word)
{
  h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return h ^ (h >> 29);
}

/* Eight bytes at a time; the tail is padded with zeros. */
static uint32_t interned_string_hash_bytes(const char *text, size_t n)
{
  uint64_t h = n * UINT64_C(0xff51afd7ed558ccd);
  uint64_t word;
  for (; n >= sizeof word; n -= sizeof word, text += sizeof word) {
    memcpy(&word, text, sizeof word);
    h = interned_string_mix(h, word);
  }
  word = 0;
  for (size_t i = 0; i < n; i++) {
    word |= (uint64_t)(unsigned char)text[i] << (8 * i);
  }
  h = interned_string_mix(h, word);
  return (uint32_t)(h ^ (h >> 32));
}

static void insert_slot(Slot *slot, size_t size, Slot filled)
{
  size_t i = filled.hash & (size - 1);
  while (slot[i].name) i = (i + 1) & (size - 1);
  slot[i] = filled;
}

static void interned_string_grow(NameTable *table)
{
  size_t size = table->size * 2;
  Slot *slot = arena_array(table->arena, size, sizeof slot[0]);
  for (size_t i = 0; i < table->size; i++) {
    if (table->slot[i].name) insert_slot(slot, size, table->slot[i]);
  }
  arena_give_back(table->arena, table->slot,
                  table->size * sizeof table->slot[0]);
  table->slot = slot;
  table->size = size;
}

static bool slot_holds(const Slot *slot, uint32_t hash, const char *text,
                       size_t n)
{
  return slot->hash == hash && slot->length == n &&
         memcmp(slot->name, text, n) == 0;
}

Name name_intern(NameTable *table, const char *text, size_t n)
{
  assert(n < UINT32_MAX);
  uint32_t hash = interned_string_hash_bytes(text, n);
  size_t i = hash & (table->size - 1);
  for (; table->slot[i].name; i = (i + 1) & (table->size - 1)) {
    if (slot_holds(&table->slot[i], hash, text, n)) return table->slot[i].name;
  }

  Name name = arena_copy_text(table->arena, text, n);
  table->slot[i] = (Slot){name, hash, (uint32_t)n};
  table->n_names++;
  if (table->n_names > table->size / 2) interned_string_grow(table);
  return name;
}

uint32_t name_hash(Name name)
{
  return interned_string_hash_bytes(name, strlen(name));
}
