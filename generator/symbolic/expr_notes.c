/* expr_notes.c: words in pages, found by open addressing. */
#include "symbolic/expr_notes.h"

#include <stddef.h>

#include "base/vector.h"

typedef struct Slot {
  int32_t id;  /* + 1; 0: free */
  uint32_t at; /* page and place there */
} Slot;

struct ExprNotes {
  Arena *arena; /* of all below */
  Slot *slot;
  uint32_t n_slots, n_used; /* a power of two; filled */
  int32_t **page;
  int n_pages, cap_pages;
  int n_words; /* of the last page */
};

enum { FIRST_SLOTS = 256, PAGE_BITS = 12, PAGE_WORDS = 1 << PAGE_BITS };

static void begin(ExprNotes *notes)
{
  *notes = (ExprNotes){.arena = notes->arena,
                       .n_slots = FIRST_SLOTS,
                       .n_words = PAGE_WORDS /* there is no page */};
  notes->slot = arena_array(notes->arena, FIRST_SLOTS, sizeof notes->slot[0]);
}

ExprNotes *expr_notes_create(Arena *arena)
{
  ExprNotes *notes = arena_alloc(arena, sizeof *notes);
  notes->arena = arena_child(arena, "notes");
  begin(notes);
  return notes;
}

void expr_notes_forget(ExprNotes *notes)
{
  arena_clear(notes->arena);
  begin(notes);
}

/* The slot of e, or the free one where it belongs. */
static Slot *find_slot(const ExprNotes *notes, int32_t id)
{
  uint32_t last = notes->n_slots - 1;
  uint32_t at = ((uint32_t)id * 0x9E3779B1u >> 7) & last;
  while (notes->slot[at].id != 0 && notes->slot[at].id != id) {
    at = (at + 1) & last;
  }
  return &notes->slot[at];
}

const int32_t *expr_notes_find(const ExprNotes *notes, ExprId e)
{
  const Slot *slot = find_slot(notes, e.i + 1);
  if (slot->id == 0) return NULL;
  return notes->page[slot->at >> PAGE_BITS] + (slot->at & (PAGE_WORDS - 1));
}

/* Three quarters are filled at most. */
static void grow(ExprNotes *notes)
{
  Slot *old = notes->slot;
  uint32_t n_old = notes->n_slots;
  notes->n_slots *= 2;
  notes->slot = arena_array(notes->arena, notes->n_slots, sizeof old[0]);
  for (uint32_t k = 0; k < n_old; k++) {
    if (old[k].id != 0) *find_slot(notes, old[k].id) = old[k];
  }
  arena_give_back(notes->arena, old, n_old * sizeof old[0]);
}

/* A page holds one long note, or many. */
static void add_page(ExprNotes *notes, int n_words)
{
  size_t n = n_words > PAGE_WORDS ? (size_t)n_words : PAGE_WORDS;
  notes->page = vector_grow(notes->arena, notes->page, &notes->cap_pages,
                            notes->n_pages + 1, sizeof notes->page[0]);
  notes->page[notes->n_pages++] = arena_array(notes->arena, n, sizeof(int32_t));
  notes->n_words = 0;
}

int32_t *expr_notes_add(ExprNotes *notes, ExprId e, int n_words)
{
  if (notes->n_used++ >= notes->n_slots / 4 * 3) grow(notes);
  if (n_words > PAGE_WORDS - notes->n_words) add_page(notes, n_words);
  int page = notes->n_pages - 1;
  Slot *slot = find_slot(notes, e.i + 1);
  assert(slot->id == 0);
  slot->id = e.i + 1;
  slot->at = (uint32_t)page << PAGE_BITS | (uint32_t)notes->n_words;
  int32_t *word = notes->page[page] + notes->n_words;
  notes->n_words += n_words;
  return word;
}
