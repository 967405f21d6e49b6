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
#include <stddef.h>

typedef struct Arena Arena;

/* A point to which a scratch arena can be taken back. */
typedef struct ArenaMark {
  Arena *arena;
  void *chunk;
  size_t used;
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

/* Zeroed memory, owned by the arena; size 0 gives a valid pointer. */
void *arena_alloc(Arena *arena, size_t size);

/* n * size with a check for overflow. */
void *arena_array(Arena *arena, size_t n, size_t size);

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

ArenaMark arena_mark(Arena *arena);
/* Everything allocated since the mark is gone. */
void arena_release(ArenaMark mark);

/* Bytes handed out and still alive. */
size_t arena_used(const Arena *arena);

#endif
