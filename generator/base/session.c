/* session.c: owns what one run shares. */
#include "base/session.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

Session *session_create(void)
{
  Arena *arena = arena_create("session");
  Session *s = arena_alloc(arena, sizeof *s);
  s->session_arena = arena;
  s->syntax_arena = arena_create("syntax");
  s->instance_arena = arena_create("instances");
  s->flat_arena = arena_create("flat model");
  s->system_arena = arena_create("equation system");
  s->reduced_arena = arena_create("reduced system");
  s->scratch_arena = arena_create("scratch");
  s->text_arena = arena;
  s->names = name_table_create(arena);
  s->messages = stderr;
  s->color = COLOR_AUTO;
  limits_begin(s->limit);
  return s;
}

void session_destroy(Session *s)
{
  if (!s) return;
  arena_destroy(s->scratch_arena);
  arena_destroy(s->reduced_arena);
  arena_destroy(s->system_arena);
  arena_destroy(s->flat_arena);
  arena_destroy(s->instance_arena);
  arena_destroy(s->syntax_arena);
  arena_destroy(s->session_arena); /* holds the session itself */
}

Name session_name(Session *s, const char *text)
{
  return name_intern(s->names, text, strlen(text));
}

Name session_name_n(Session *s, const char *text, size_t n)
{
  return name_intern(s->names, text, n);
}

Arena *session_scratch(Session *s)
{
  return s->scratch_arena;
}

int session_add_source(Session *s, const char *path, const char *bytes,
                       int32_t length)
{
  s->source = vector_grow(s->session_arena, s->source, &s->cap_sources,
                          s->n_sources + 1, sizeof s->source[0]);
  s->source[s->n_sources] =
      source_text_make(s->text_arena, path, bytes, length);
  return s->n_sources++;
}

const SourceText *session_source(const Session *s, int32_t index)
{
  assert(index >= 0 && index < s->n_sources);
  return s->source[index];
}

void session_set_library(Session *s, int32_t source, bool is_library)
{
  assert(source >= 0 && source < s->n_sources);
  s->source[source]->is_library = is_library;
  s->source[source]->is_from_library |= is_library;
}
