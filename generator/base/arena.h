/* arena.h: memory that is dropped all at once.
 *
 * An arena belongs to one stage of the pipeline (see docs/pipeline.md). Nodes
 * are never freed one by one. Memory is zeroed and aligned to 8 bytes. When
 * the machine has no more memory the program says so and ends with status 3:
 * callers never see NULL.
 */
#ifndef FOUCAULT_BASE_ARENA_H
#define FOUCAULT_BASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The fields belong to arena.c; they stand here for what most calls do, which
 * is a few instructions. */
typedef struct Arena {
  char *at, *end; /* room left in the newest chunk, all zero */
  struct ArenaChunk *newest;
  struct ArenaChunk *large; /* the newest of those that hold one array each */
  int n_children;
  const char *name;
  struct ArenaChunk *spare;
  size_t next_size;
  size_t used; /* bytes handed out by all chunks but the newest */
  struct Arena *youngest, *elder; /* children; the next elder one */
} Arena;

/* A point to which a scratch arena can be taken back. */
typedef struct ArenaMark {
  Arena *arena;
  char *at;
  struct ArenaChunk *chunk, *large;
  int n_children;
} ArenaMark;

/* `name` must outlive the arena; it appears in memory reports. */
Arena *arena_create(const char *name);
void arena_destroy(Arena *arena); /* NULL is allowed */
/* Everything allocated is gone, the memory given back; may be used again. */
void arena_clear(Arena *arena);

/* An arena that is destroyed when its parent is released to before this call,
 * cleared or destroyed: for arrays that grow while the parent is marked and
 * released. Never destroyed otherwise. */
Arena *arena_child(Arena *parent, const char *name);

/* From this size on an array has a chunk of its own. */
#define ARENA_LARGE ((size_t)256 * 1024)
/* Nothing here holds a long double, the only type that would need more: most
 * allocations are small, rounding them up would cost a third of all memory. */
#define ARENA_ALIGNMENT ((size_t)8)

/* For arena_alloc() alone: a new chunk is needed, or size is 0. */
void *arena_alloc_chunk(Arena *arena, size_t size);

/* Zeroed memory, owned by the arena; size 0 gives a valid pointer. */
static inline void *arena_alloc(Arena *arena, size_t size)
{
  size_t last = size - 1; /* of size 0: huge */
  if (last >= ARENA_LARGE - ARENA_ALIGNMENT ||
      last >= (size_t)(arena->end - arena->at)) {
    return arena_alloc_chunk(arena, size);
  }
  void *memory = arena->at;
  arena->at += (last | (ARENA_ALIGNMENT - 1)) + 1;
  return memory;
}

/* n * size with a check for overflow. */
static inline void *arena_array(Arena *arena, size_t n, size_t size)
{
  bool overflows = size != 0 && n > SIZE_MAX / size;
  return arena_alloc(arena, overflows ? SIZE_MAX : n * size);
}

/* A larger place for an array: the first old_size bytes are copied, the rest
 * is zero. An array that was large gives its old memory back at once; `old`
 * (NULL: none) must have come from here or from arena_array(), and not from
 * before a mark that is still to be released. */
void *arena_regrow(Arena *arena, void *old, size_t old_size, size_t size);
/* The memory of an array that is not needed any more, under the same rules;
 * nothing happens if it is small. */
void arena_give_back(Arena *arena, void *old, size_t old_size);

/* A copy of the first n bytes of text, with a terminating zero. */
char *arena_copy_text(Arena *arena, const char *text, size_t n);
char *arena_printf(Arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(Arena *arena, const char *format, va_list args);

static inline ArenaMark arena_mark(Arena *arena)
{
  return (ArenaMark){arena, arena->at, arena->newest, arena->large,
                     arena->n_children};
}

/* For arena_release() alone: chunks or children are to be dropped. */
void arena_release_chunks(ArenaMark mark);

/* Everything allocated since the mark is gone. */
static inline void arena_release(ArenaMark mark)
{
  Arena *arena = mark.arena;
  if (arena->newest != mark.chunk || arena->large != mark.large ||
      arena->n_children != mark.n_children) {
    arena_release_chunks(mark);
    return;
  }
  if (arena->at == mark.at) return;
  memset(mark.at, 0, (size_t)(arena->at - mark.at));
  arena->at = mark.at;
}

/* Bytes handed out and still alive. */
size_t arena_used(const Arena *arena);

#endif
