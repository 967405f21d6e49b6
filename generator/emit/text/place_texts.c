/* place_texts.c: a small table, each place where its span leads. */
#include "emit/text/place_texts.h"

#include <string.h>

#include "base/vector.h"
#include "emit/text/c_text.h"

enum { KEPT = 64 }; /* a power of two */

typedef struct Kept {
  Span span;
  char *text; /* NULL: none yet */
  int cap_text;
} Kept;

struct PlaceTexts {
  Session *s;
  Arena *arena;
  Kept kept[KEPT];
};

PlaceTexts *place_texts_create(Session *s, Arena *arena)
{
  PlaceTexts *places = arena_alloc(arena, sizeof *places);
  places->s = s;
  places->arena = arena;
  return places;
}

static void place_texts_keep(PlaceTexts *places, Kept *at, Span span)
{
  Arena *scratch = session_scratch(places->s);
  ArenaMark mark = arena_mark(scratch);
  const char *text = c_text_place(scratch, places->s, span);
  int size = (int)strlen(text) + 1;
  at->text = vector_grow(places->arena, at->text, &at->cap_text, size, 1);
  memcpy(at->text, text, (size_t)size);
  at->span = span;
  arena_release(mark);
}

const char *place_texts_of(PlaceTexts *places, Span span)
{
  if (span.source < 0) return "";
  uint32_t hash = (uint32_t)span.begin * 0x9E3779B1u + (uint32_t)span.end;
  Kept *at = &places->kept[(hash >> 8 ^ hash) & (KEPT - 1)];
  bool is_there =
      at->text && memcmp(&at->span, &span, sizeof span) == 0; /* no padding */
  if (!is_there) place_texts_keep(places, at, span);
  return at->text;
}
