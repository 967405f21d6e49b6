/* expr_notes.c: open addressing, half full at most. */
#include "symbolic/expr_notes.h"

#include <stddef.h>

typedef struct Slot {
  int32_t *word; /* NULL: free */
  ExprId e;
} Slot;

struct ExprNotes {
  Arena *arena;
  Slot *slot;
  uint32_t n_slots, n_used; /* a power of two; filled */
};

enum { FIRST_SLOTS = 256 };

ExprNotes *expr_notes_create(Arena *arena)
{
  Arena *own = arena_child(arena, "notes");
  ExprNotes *notes = arena_alloc(own, sizeof *notes);
  notes->arena = own;
  notes->n_slots = FIRST_SLOTS;
  notes->slot = arena_array(own, FIRST_SLOTS, sizeof notes->slot[0]);
  return notes;
}

/* The slot of e, or the free one where it belongs. */
static Slot *find_slot(const ExprNotes *notes, ExprId e)
{
  uint32_t last = notes->n_slots - 1;
  uint32_t at = ((uint32_t)e.i * 0x9E3779B1u >> 7) & last;
  while (notes->slot[at].word && !expr_same(notes->slot[at].e, e)) {
    at = (at + 1) & last;
  }
  return &notes->slot[at];
}

const int32_t *expr_notes_find(const ExprNotes *notes, ExprId e)
{
  return find_slot(notes, e)->word;
}

static void grow(ExprNotes *notes)
{
  Slot *old = notes->slot;
  uint32_t n_old = notes->n_slots;
  notes->n_slots *= 2;
  notes->slot = arena_array(notes->arena, notes->n_slots, sizeof old[0]);
  for (uint32_t k = 0; k < n_old; k++) {
    if (old[k].word) *find_slot(notes, old[k].e) = old[k];
  }
  arena_give_back(notes->arena, old, n_old * sizeof old[0]);
}

int32_t *expr_notes_add(ExprNotes *notes, ExprId e, int n_words)
{
  if (2 * ++notes->n_used > notes->n_slots) grow(notes);
  Slot *slot = find_slot(notes, e);
  assert(!slot->word);
  slot->e = e;
  slot->word = arena_array(notes->arena, (size_t)n_words, sizeof(int32_t));
  return slot->word;
}
