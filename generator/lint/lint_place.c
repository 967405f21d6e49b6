/* lint_place.c: see lint_place.h. */
#include "lint/lint_place.h"

#include <assert.h>

enum { LINT_FIRST_SEEN = 64 };

static uint64_t lint_key(Span span, DiagnosticCode code)
{
  uint64_t place = (uint64_t)(uint32_t)span.source << 40 ^
                   (uint64_t)(uint32_t)span.begin << 8 ^ (uint64_t)code;
  return place * 0x9E3779B97F4A7C15u | 1;
}

/* True: it was not there. */
static bool lint_put(LintSeen *seen, uint64_t key)
{
  assert(key != 0 && seen->n < seen->cap);
  uint64_t mask = (uint64_t)seen->cap - 1, at = key >> 20 & mask;
  while (seen->key[at] != 0) {
    if (seen->key[at] == key) return false;
    at = (at + 1) & mask;
  }
  seen->key[at] = key;
  seen->n++;
  return true;
}

static void lint_make_room(Lint *lint)
{
  LintSeen old = lint->seen;
  if (2 * (old.n + 1) <= old.cap) return;
  LintSeen *seen = &lint->seen;
  seen->cap = old.cap > 0 ? 2 * old.cap : LINT_FIRST_SEEN;
  seen->n = 0;
  seen->key = arena_array(lint->arena, (size_t)seen->cap, sizeof seen->key[0]);
  for (int k = 0; k < old.cap; k++) {
    if (old.key[k] != 0) lint_put(seen, old.key[k]);
  }
}

bool lint_is_new(Lint *lint, Span span, DiagnosticCode code)
{
  if (span.source < 0 || span.end <= span.begin) return false;
  const SourceText *text = lint->s->source[span.source];
  bool is_library = text->is_library || text->is_from_library;
  if (is_library && !text->is_linted) return false;
  lint_make_room(lint);
  return lint_put(&lint->seen, lint_key(span, code));
}

void lint_pass_over(Lint *lint, Span span, DiagnosticCode code)
{
  if (span.source < 0) return;
  lint_make_room(lint);
  lint_put(&lint->seen, lint_key(span, code));
}
