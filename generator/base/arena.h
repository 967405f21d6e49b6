/* arena.h: memory that is dropped all at once.
 *
 * An arena belongs to one stage of the pipeline (see docs/pipeline.md). Nodes
 * are never freed one by one. Memory is zeroed and aligned for any type. When
 * the machine has no more memory the program says so and ends with status 3:
 * callers never see NULL.
 */
#ifndef FOUCAULT_BASE_ARENA_H
#define FOUCAULT_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct Arena Arena;

/* A point to which a scratch arena can be taken back. */
typedef struct ArenaMark {
  Arena *arena;
  void *chunk;
  size_t used;
} ArenaMark;

/* `name` must outlive the arena; it appears in memory reports. */
Arena *arena_create(const char *name);
void arena_destroy(Arena *arena); /* NULL is allowed */

/* Zeroed memory, owned by the arena; size 0 gives a valid pointer. */
void *arena_alloc(Arena *arena, size_t size);

/* n * size with a check for overflow. */
void *arena_array(Arena *arena, size_t n, size_t size);

/* A copy of the first n bytes of text, with a terminating zero. */
char *arena_copy_text(Arena *arena, const char *text, size_t n);
char *arena_printf(Arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(Arena *arena, const char *format, va_list args);

ArenaMark arena_mark(Arena *arena);
/* Everything allocated since the mark is gone. */
void arena_release(ArenaMark mark);

/* Bytes handed out and still alive. */
size_t arena_used(const Arena *arena);

#endif
