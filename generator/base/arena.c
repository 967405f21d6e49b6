/* arena.c: chunks of zeroed memory, handed out from front to back.
 *
 * Chunks form a list from the newest to the oldest; only the newest one is
 * filled. What lies after `at` is always zero, so handing out is a few
 * instructions. One emptied chunk is kept as a spare: a pass that marks and
 * releases in a loop does not go to the system each time. What is large has a
 * chunk of its own, in a list of its own, which grows with
 * the array: it is neither copied nor there twice.
 */
#include "base/arena.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/pages.h"
#include "base/system/memory_limit.h"
#include "base/text/plain_format.h"

#define FIRST_CHUNK ((size_t)16 * 1024) /* sizes with the head */
#define LARGEST_CHUNK ((size_t)4 * 1024 * 1024)

typedef struct ArenaChunk Chunk;

struct ArenaChunk {
  Chunk *older;
  size_t size; /* bytes in data */
  size_t used; /* bytes handed out; of the newest chunk: not kept */
  double data[];
};

static _Noreturn void arena_out_of_memory(const char *name, size_t size)
{
  fprintf(stderr, "error: out of memory (%zu bytes more for %s)\n", size, name);
  exit(3);
}

Arena *arena_create(const char *name)
{
  Arena *arena = calloc(1, sizeof *arena);
  if (!arena) arena_out_of_memory(name, sizeof *arena);
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

static void free_chunk(Chunk *c)
{
  if (!c) return;
  memory_limit_give(sizeof *c + c->size);
  pages_give_back(c, sizeof *c + c->size);
}

static void free_list(Chunk *c)
{
  while (c) {
    Chunk *older = c->older;
    free_chunk(c);
    c = older;
  }
}

void arena_clear(Arena *arena)
{
  keep_children(arena, 0);
  free_list(arena->newest);
  free_list(arena->large);
  free_chunk(arena->spare);
  *arena = (Arena){
      .name = arena->name, .next_size = FIRST_CHUNK, .elder = arena->elder};
}

void arena_destroy(Arena *arena)
{
  if (!arena) return;
  arena_clear(arena);
  free(arena);
}

/* --- chunks --- */

static char *chunk_data(Chunk *c)
{
  return (char *)c->data;
}

/* A zeroed chunk, `size` bytes with its head. */
static Chunk *get_chunk(Arena *arena, size_t size)
{
  memory_limit_take(arena->name, size);
  Chunk *c = pages_get(size);
  if (!c) arena_out_of_memory(arena->name, size);
  c->size = size - sizeof *c;
  return c;
}

static Chunk *new_chunk(Arena *arena, size_t size)
{
  Chunk *c = arena->spare;
  if (c && c->size >= size) {
    arena->spare = NULL;
    return c;
  }
  size_t whole = size + sizeof *c;
  if (whole < arena->next_size) whole = arena->next_size;
  if (arena->next_size < LARGEST_CHUNK) arena->next_size *= 2;
  return get_chunk(arena, whole);
}

/* Fills the chunk from its byte `used` on; NULL: there is none. */
static void fill_chunk(Arena *arena, Chunk *c, size_t used)
{
  arena->newest = c;
  arena->at = c ? chunk_data(c) + used : NULL;
  arena->end = c ? chunk_data(c) + c->size : NULL;
}

/* Stops filling the newest chunk. */
static void leave_chunk(Arena *arena)
{
  Chunk *c = arena->newest;
  if (!c) return;
  c->used = (size_t)(arena->at - chunk_data(c));
  arena->used += c->used;
}

static size_t arena_round_up(size_t size)
{
  return (size + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
}

static void *alloc_large(Arena *arena, size_t size)
{
  if (size > SIZE_MAX - sizeof(Chunk)) arena_out_of_memory(arena->name, size);
  Chunk *c = get_chunk(arena, sizeof *c + size);
  c->older = arena->large;
  c->used = size;
  arena->large = c;
  arena->used += size;
  return c->data;
}

void *arena_alloc_chunk(Arena *arena, size_t size)
{
  if (size > SIZE_MAX - ARENA_ALIGNMENT) arena_out_of_memory(arena->name, size);
  if (size == 0) size = 1; /* distinct, valid pointers */
  size_t rounded = arena_round_up(size);
  if (rounded >= ARENA_LARGE) return alloc_large(arena, rounded);

  if ((size_t)(arena->end - arena->at) < rounded) {
    leave_chunk(arena);
    Chunk *c = new_chunk(arena, rounded);
    c->older = arena->newest;
    fill_chunk(arena, c, 0);
  }
  void *memory = arena->at;
  arena->at += rounded;
  return memory;
}

/* Who points to the chunk that holds nothing but what begins at `memory`. */
static Chunk **find_large(Arena *arena, const void *memory)
{
  Chunk **link = &arena->large;
  while (*link && memory != (const void *)(*link)->data) link = &(*link)->older;
  assert(*link); /* of this arena */
  return link;
}

static bool is_large(size_t size) /* as arena_alloc() rounds it up */
{
  return size > ARENA_LARGE - ARENA_ALIGNMENT;
}

static void *grow_large(Arena *arena, const void *old, size_t size)
{
  Chunk **link = find_large(arena, old), *c = *link;
  size_t head = sizeof *c, old_size = c->size;
  size_t rounded = arena_round_up(size);
  if (rounded > SIZE_MAX - head) arena_out_of_memory(arena->name, size);
  memory_limit_take(arena->name, rounded - old_size);
  c = pages_grow(c, head + old_size, head + rounded);
  if (!c) arena_out_of_memory(arena->name, size);
  *link = c;
  c->size = c->used = rounded;
  arena->used += rounded - old_size;
  return c->data;
}

void *arena_regrow(Arena *arena, void *old, size_t old_size, size_t size)
{
  assert(size >= old_size);
  if (is_large(old_size)) return grow_large(arena, old, size);
  void *memory = arena_alloc(arena, size);
  if (old_size > 0) memcpy(memory, old, old_size);
  return memory;
}

void arena_give_back(Arena *arena, void *old, size_t old_size)
{
  if (!is_large(old_size)) return;
  Chunk **link = find_large(arena, old), *c = *link;
  *link = c->older;
  arena->used -= c->used;
  free_chunk(c);
}

/* --- text --- */

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

/* Most texts are short: they are printed where they will be, at once. */
char *arena_vprintf(Arena *arena, const char *format, va_list args)
{
  enum { SHORT_TEXT = 256 };
  char *try = arena->at;
  size_t room = (size_t)(arena->end - try);
  if (room > SHORT_TEXT) room = SHORT_TEXT;
  va_list again;
  va_copy(again, args);
  int length = plain_format(try, room, format, args);
  if (length < 0) length = vsnprintf(try, room, format, args);
  assert(length >= 0);
  size_t size = (size_t)length + 1;
  bool fits = size <= room;
  if (!fits && room > 0) memset(try, 0, room);
  char *text = arena_alloc(arena, size);
  assert(!fits || text == try);
  if (!fits) vsnprintf(text, size, format, again);
  va_end(again);
  return text;
}

/* --- marks --- */

/* The largest chunk dropped becomes the spare. */
static void drop_chunk(Arena *arena, Chunk *c)
{
  Chunk *spare = arena->spare;
  if (!spare || spare->size < c->size) {
    memset(c->data, 0, c->used);
    arena->spare = c;
    c = spare;
  }
  free_chunk(c);
}

/* Drops the newest chunk; the one before it is filled on. */
static void drop_newest(Arena *arena)
{
  Chunk *c = arena->newest, *older = c->older;
  c->used = (size_t)(arena->at - chunk_data(c));
  if (older) arena->used -= older->used;
  fill_chunk(arena, older, older ? older->used : 0);
  drop_chunk(arena, c);
}

void arena_release_chunks(ArenaMark mark)
{
  Arena *arena = mark.arena;
  keep_children(arena, mark.n_children);
  while (arena->large != mark.large) {
    Chunk *c = arena->large;
    assert(c && "the mark is older than the arena's present content");
    arena->large = c->older;
    arena->used -= c->used;
    free_chunk(c);
  }
  while (arena->newest != mark.chunk) {
    assert(arena->newest);
    drop_newest(arena);
  }
  if (arena->at == mark.at) return;
  assert(arena->at > mark.at);
  memset(mark.at, 0, (size_t)(arena->at - mark.at));
  arena->at = mark.at;
}

size_t arena_used(const Arena *arena)
{
  const Chunk *c = arena->newest;
  return arena->used + (c ? (size_t)(arena->at - (const char *)c->data) : 0);
}
