/* arena.c: chunks of zeroed memory, handed out from front to back.
 *
 * Chunks form a list from the newest to the oldest; only the newest one is
 * filled. Bytes behind `used` are always zero, so handing out is a few
 * instructions. One emptied chunk is kept as a spare: a pass that marks and
 * releases in a loop does not go to the system each time. What is large has a
 * chunk of its own, which goes back to the system when the array has grown
 * out of it: growing arrays cost their size, not twice that.
 */
#include "base/arena.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nothing here holds a long double, the only type that would need more: most
 * allocations are small, rounding them up would cost a third of all memory. */
#define ALIGNMENT ((size_t)8)
#define FIRST_CHUNK ((size_t)16 * 1024)
#define LARGEST_CHUNK ((size_t)4 * 1024 * 1024)
#define LARGE ((size_t)256 * 1024)

typedef struct Chunk {
  struct Chunk *older;
  size_t size; /* bytes in data */
  size_t used; /* bytes handed out */
  double data[];
} Chunk;

struct Arena {
  const char *name;
  Chunk *newest;
  Chunk *spare;
  size_t next_size;
  size_t used;             /* bytes handed out by all chunks */
  Arena *youngest, *elder; /* children, from the youngest; the next elder */
  int n_children;
};

static _Noreturn void out_of_memory(const char *name, size_t size)
{
  fprintf(stderr, "error: out of memory (%zu bytes more for %s)\n", size, name);
  exit(3);
}

Arena *arena_create(const char *name)
{
  Arena *arena = calloc(1, sizeof *arena);
  if (!arena) out_of_memory(name, sizeof *arena);
  arena->name = name;
  arena->next_size = FIRST_CHUNK;
  return arena;
}

Arena *arena_child(Arena *parent, const char *name)
{
  Arena *arena = arena_create(name);
  arena->elder = parent->youngest;
  parent->youngest = arena;
  parent->n_children++;
  return arena;
}

/* Destroys children until so many are left. */
static void keep_children(Arena *arena, int n)
{
  assert(n <= arena->n_children);
  while (arena->n_children > n) {
    Arena *child = arena->youngest;
    arena->youngest = child->elder;
    arena->n_children--;
    arena_destroy(child);
  }
}

void arena_clear(Arena *arena)
{
  keep_children(arena, 0);
  for (Chunk *c = arena->newest; c;) {
    Chunk *older = c->older;
    free(c);
    c = older;
  }
  free(arena->spare);
  arena->newest = arena->spare = NULL;
  arena->used = 0;
  arena->next_size = FIRST_CHUNK;
}

void arena_destroy(Arena *arena)
{
  if (!arena) return;
  arena_clear(arena);
  free(arena);
}

/* A zeroed chunk with room for `size` bytes; exactly that if it is large. */
static Chunk *new_chunk(Arena *arena, size_t size)
{
  Chunk *c = arena->spare;
  bool alone = size >= LARGE;
  if (!alone && c && c->size >= size) {
    arena->spare = NULL;
    return c;
  }
  size_t room = size > arena->next_size || alone ? size : arena->next_size;
  if (room > SIZE_MAX - sizeof *c) out_of_memory(arena->name, size);
  c = calloc(1, sizeof *c + room);
  if (!c) out_of_memory(arena->name, size);
  c->size = room;
  if (!alone && arena->next_size < LARGEST_CHUNK) arena->next_size *= 2;
  return c;
}

static void push_chunk(Arena *arena, size_t size)
{
  Chunk *c = new_chunk(arena, size);
  c->older = arena->newest;
  c->used = 0;
  arena->newest = c;
}

void *arena_alloc(Arena *arena, size_t size)
{
  assert(arena);
  if (size > SIZE_MAX - ALIGNMENT) out_of_memory(arena->name, size);
  size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (rounded == 0) rounded = ALIGNMENT; /* distinct, valid pointers */

  Chunk *c = arena->newest;
  if (!c || c->size - c->used < rounded || rounded >= LARGE) {
    push_chunk(arena, rounded);
    c = arena->newest;
  }
  void *memory = (char *)c->data + c->used;
  c->used += rounded;
  arena->used += rounded;
  return memory;
}

void *arena_array(Arena *arena, size_t n, size_t size)
{
  if (size != 0 && n > SIZE_MAX / size) out_of_memory(arena->name, SIZE_MAX);
  return arena_alloc(arena, n * size);
}

/* Gives a chunk back that holds nothing but what begins at `memory`. */
static void free_alone(Arena *arena, const void *memory)
{
  for (Chunk **link = &arena->newest; *link; link = &(*link)->older) {
    Chunk *c = *link;
    if (memory != (const void *)c->data) continue;
    *link = c->older;
    arena->used -= c->used;
    free(c);
    return;
  }
  assert(false); /* not of this arena */
}

void *arena_regrow(Arena *arena, void *old, size_t old_size, size_t size)
{
  assert(size >= old_size);
  void *memory = arena_alloc(arena, size);
  if (old_size == 0) return memory;
  memcpy(memory, old, old_size);
  arena_give_back(arena, old, old_size);
  return memory;
}

void arena_give_back(Arena *arena, void *old, size_t old_size)
{
  if (old_size >= LARGE) free_alone(arena, old);
}

char *arena_copy_text(Arena *arena, const char *text, size_t n)
{
  char *copy = arena_alloc(arena, n + 1);
  if (n > 0) memcpy(copy, text, n);
  return copy;
}

char *arena_printf(Arena *arena, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *text = arena_vprintf(arena, format, args);
  va_end(args);
  return text;
}

char *arena_vprintf(Arena *arena, const char *format, va_list args)
{
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  assert(length >= 0);
  size_t size = (size_t)length + 1;
  char *text = arena_alloc(arena, size);
  vsnprintf(text, size, format, again);
  va_end(again);
  return text;
}

ArenaMark arena_mark(Arena *arena)
{
  Chunk *c = arena->newest;
  return (ArenaMark){arena, c, c ? c->used : 0, arena->n_children};
}

/* Takes the chunk back down to its first `used` bytes, the rest zero. */
static void empty_chunk(Arena *arena, Chunk *c, size_t used)
{
  assert(used <= c->used);
  arena->used -= c->used - used;
  memset((char *)c->data + used, 0, c->used - used);
  c->used = used;
}

/* The largest chunk dropped becomes the spare. */
static void drop_chunk(Arena *arena, Chunk *c)
{
  Chunk *spare = arena->spare;
  if (c->size <= LARGEST_CHUNK && (!spare || spare->size < c->size)) {
    empty_chunk(arena, c, 0);
    arena->spare = c;
    c = spare;
  } else {
    arena->used -= c->used;
  }
  free(c);
}

void arena_release(ArenaMark mark)
{
  Arena *arena = mark.arena;
  keep_children(arena, mark.n_children);
  while (arena->newest != mark.chunk) {
    Chunk *c = arena->newest;
    assert(c && "the mark is older than the arena's present content");
    arena->newest = c->older;
    drop_chunk(arena, c);
  }
  if (arena->newest) empty_chunk(arena, arena->newest, mark.used);
}

size_t arena_used(const Arena *arena)
{
  return arena->used;
}
