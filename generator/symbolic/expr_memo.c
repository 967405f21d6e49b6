/* expr_notes.c: words in pages, found by the number of the expression. Those
 * of equations that are asked for one behind the other lie close together. */
#include "symbolic/expr_notes.h"

#include <stddef.h>

#include "base/vector.h"

struct ExprNotes {
  Arena *arena; /* of all below */
  uint32_t *at; /* by expression: page and place there, + 1; 0: no note */
  int cap_at;
  int32_t **page;
  int n_pages, cap_pages;
  int n_words; /* of the last page */
};

enum { PAGE_BITS = 12, PAGE_WORDS = 1 << PAGE_BITS };

static void begin(ExprNotes *notes)
{
  *notes = (ExprNotes){.arena = notes->arena,
                       .n_words = PAGE_WORDS /* there is no page */};
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

const int32_t *expr_notes_find(const ExprNotes *notes, ExprId e)
{
  uint32_t at = e.i < notes->cap_at ? notes->at[e.i] : 0;
  if (at-- == 0) return NULL;
  return notes->page[at >> PAGE_BITS] + (at & (PAGE_WORDS - 1));
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
  notes->at = vector_grow(notes->arena, notes->at, &notes->cap_at, e.i + 1,
                          sizeof notes->at[0]);
  if (n_words > PAGE_WORDS - notes->n_words) add_page(notes, n_words);
  int page = notes->n_pages - 1;
  assert(notes->at[e.i] == 0);
  notes->at[e.i] = ((uint32_t)page << PAGE_BITS | (uint32_t)notes->n_words) + 1;
  int32_t *word = notes->page[page] + notes->n_words;
  notes->n_words += n_words;
  return word;
}
