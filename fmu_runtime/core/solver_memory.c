/* solver_memory.c: chunks from which pieces are cut; pieces given back are
 * used again. Solvers give back little, and ask for the same sizes again. */
#include "solver_memory.h"
#include "runtime_assert.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, CHUNK_SIZE = 8192 };

typedef struct Chunk Chunk;
struct Chunk {
  Chunk *next; /* made earlier */
  size_t size, used;
  size_t part; /* its number among those of parts; 0: it is none */
  char *bytes; /* after this struct */
};

/* Before each piece. Sizes are even: 1 is added where it holds numbers. */
typedef struct Piece Piece;
struct Piece {
  SolverMemory *owner; /* NULL: from the heap */
  size_t size;
};
typedef char head_fits[sizeof(Piece) <= SOLVER_PIECE_HEAD ? 1 : -1];

struct SolverMemory {
  Chunk *chunk;   /* the newest */
  Chunk *current; /* pieces are cut from it; newer ones are empty, and so are
                   * those of before a restored copy was made */
  Piece *free;    /* given back; the next one's address is in its bytes */
  size_t part;    /* of the part that is open; 0: none is */
};

/* At the beginning of a copy; a SolverChunk and its bytes follow for each
 * chunk. */
typedef struct CopyHead {
  Piece *free;
  size_t n_chunks;
} CopyHead;

/* Whose solver is at work in this thread. Solvers allocate deep inside
 * SUNDIALS, which has no argument to carry it. */
static __thread SolverMemory *in_use;

static size_t solver_memory_round_up(size_t size)
{
  return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

SolverMemory *solver_memory_create(void)
{
  return calloc(1, sizeof(SolverMemory));
}

void solver_memory_free(SolverMemory *memory)
{
  if (!memory) return;
  for (Chunk *c = memory->chunk; c;) {
    Chunk *next = c->next;
    free(c);
    c = next;
  }
  free(memory);
}

SolverMemory *solver_memory_use(SolverMemory *memory)
{
  SolverMemory *before = in_use;
  in_use = memory;
  return before;
}

static size_t count_chunks(const SolverMemory *memory)
{
  size_t n = 0;
  for (const Chunk *c = memory->chunk; c; c = c->next) n++;
  return n;
}

size_t solver_memory_size(const SolverMemory *memory)
{
  size_t size = sizeof(CopyHead);
  for (const Chunk *c = memory->chunk; c; c = c->next) {
    size += sizeof(SolverChunk) + c->used;
  }
  return size;
}

static char *append_bytes(char *at, const void *bytes, size_t size)
{
  memcpy(at, bytes, size);
  return at + size;
}

static const char *take_bytes(const char *at, void *bytes, size_t size)
{
  memcpy(bytes, at, size);
  return at + size;
}

void solver_memory_copy_out(const SolverMemory *memory, char *bytes)
{
  RUNTIME_ASSERT(memory && bytes);
  CopyHead head = {memory->free, count_chunks(memory)};
  bytes = append_bytes(bytes, &head, sizeof head);
  for (const Chunk *c = memory->chunk; c; c = c->next) {
    SolverChunk chunk = {c->bytes, c->size, c->used, c->part};
    bytes = append_bytes(bytes, &chunk, sizeof chunk);
    bytes = append_bytes(bytes, c->bytes, c->used);
  }
}

/* Chunks that were added since the copy was made are the newest: empty. */
void solver_memory_copy_in(SolverMemory *memory, const char *bytes)
{
  RUNTIME_ASSERT(memory && bytes && memory->part == 0);
  CopyHead head;
  bytes = take_bytes(bytes, &head, sizeof head);
  memory->free = head.free;
  memory->current = NULL;
  size_t n_new = count_chunks(memory) - head.n_chunks;
  for (Chunk *c = memory->chunk; c; c = c->next) {
    if (n_new > 0) {
      n_new--;
      c->used = c->part = 0;
      continue;
    }
    SolverChunk chunk;
    bytes = take_bytes(bytes, &chunk, sizeof chunk);
    RUNTIME_ASSERT(chunk.bytes == c->bytes);
    c->used = chunk.used;
    c->part = chunk.part;
    bytes = take_bytes(bytes, c->bytes, c->used);
    if (!memory->current && c->used > 0) memory->current = c;
  }
}

/* --- copies for another process ------------------------------------------ */

size_t solver_memory_self(void)
{
  return sizeof(SolverMemory);
}

size_t solver_memory_piece(const char *head, bool *holds_numbers)
{
  Piece piece;
  memcpy(&piece, head, sizeof piece);
  *holds_numbers = piece.size & 1;
  return piece.size - (piece.size & 1);
}

size_t solver_memory_count(const char *copy)
{
  CopyHead head;
  memcpy(&head, copy, sizeof head);
  return head.n_chunks;
}

void *solver_memory_free_list(const char *copy)
{
  CopyHead head;
  memcpy(&head, copy, sizeof head);
  return head.free;
}

SolverChunk solver_memory_chunk(const char *copy, size_t k,
                                const char **content)
{
  RUNTIME_ASSERT(k < solver_memory_count(copy));
  SolverChunk chunk;
  const char *at = copy + sizeof(CopyHead);
  for (size_t i = 0; i < k; i++) {
    at = take_bytes(at, &chunk, sizeof chunk) + chunk.used;
  }
  *content = take_bytes(at, &chunk, sizeof chunk);
  return chunk;
}

bool solver_memory_place(const SolverMemory *memory, const void *address,
                         size_t *part, size_t *at)
{
  for (const Chunk *c = memory->chunk; c; c = c->next) {
    uintptr_t offset = (uintptr_t)address - (uintptr_t)c->bytes;
    if (offset >= c->used) continue;
    *part = c->part;
    *at = offset;
    return c->part > 0;
  }
  return false;
}

/* --- pieces -------------------------------------------------------------- */

/* A chunk with room for so many bytes; zeroed. */
static Chunk *add_chunk(SolverMemory *memory, size_t needed)
{
  RUNTIME_ASSERT(needed > 0);
  size_t head = solver_memory_round_up(sizeof(Chunk));
  size_t size = needed > CHUNK_SIZE ? needed : CHUNK_SIZE;
  Chunk *c = calloc(1, head + size);
  if (!c) return NULL;
  c->bytes = (char *)c + head;
  c->size = size;
  c->next = memory->chunk;
  memory->chunk = c;
  return c;
}

/* The current chunk from now on: one that is empty and newer than the present
 * one, the oldest of those with room for so many bytes, so that a run that is
 * repeated finds its chunks again. NULL: memory is short. */
static Chunk *turn_to_chunk(SolverMemory *memory, size_t needed)
{
  Chunk *found = NULL;
  for (Chunk *c = memory->chunk; c && c != memory->current; c = c->next) {
    if (c->used == 0 && c->size >= needed) found = c;
  }
  if (!found) found = add_chunk(memory, needed);
  if (!found) return NULL;
  RUNTIME_ASSERT(found->used == 0);
  if (memory->part > 0) found->part = memory->part++;
  memory->current = found;
  return found;
}

/* Numbers go on from those of the parts that are there. */
int solver_memory_open_part(SolverMemory *memory, size_t size)
{
  RUNTIME_ASSERT(memory->part == 0);
  size_t last = 0;
  for (const Chunk *c = memory->chunk; c; c = c->next) {
    if (c->part > last) last = c->part;
  }
  memory->part = last + 1;
  if (turn_to_chunk(memory, size)) return 1;
  memory->part = 0;
  return 0;
}

void solver_memory_close_part(SolverMemory *memory)
{
  memory->part = 0;
}

static size_t solver_memory_size_of(const Piece *piece)
{
  return piece->size - (piece->size & 1);
}

static void *bytes_of(Piece *piece)
{
  return (char *)piece + SOLVER_PIECE_HEAD;
}

/* The place in a free piece that holds the address of the next one. */
static Piece **next_of(Piece *piece)
{
  return bytes_of(piece);
}

/* The smallest piece that was given back and is large enough, but not much
 * too large. A part has its own memory. */
static Piece *find_free(SolverMemory *memory, size_t size)
{
  Piece **best = NULL;
  if (memory->part > 0) return NULL;
  for (Piece **at = &memory->free; *at; at = next_of(*at)) {
    size_t found = solver_memory_size_of(*at);
    if (found < size || found > 2 * size) continue;
    if (!best || found < solver_memory_size_of(*best)) best = at;
  }
  if (!best) return NULL;
  Piece *piece = *best;
  *best = *next_of(piece);
  return piece;
}

static Piece *cut_piece(SolverMemory *memory, size_t size)
{
  RUNTIME_ASSERT(size > 0 && size % ALIGNMENT == 0);
  size_t total = SOLVER_PIECE_HEAD + size;
  Chunk *c = memory->current;
  if (!c || c->size - c->used < total) c = turn_to_chunk(memory, total);
  if (!c) return NULL;
  Piece *piece = (Piece *)(void *)(c->bytes + c->used);
  c->used += total;
  *piece = (Piece){memory, size};
  return piece;
}

/* Zeroed. */
static void *from_memory(SolverMemory *memory, size_t asked)
{
  size_t size = solver_memory_round_up(asked > 0 ? asked : 1);
  Piece *piece = find_free(memory, size);
  if (!piece) piece = cut_piece(memory, size);
  if (!piece) return NULL;
  piece->size = solver_memory_size_of(piece);
  return memset(bytes_of(piece), 0, piece->size);
}

static void *from_heap(size_t asked)
{
  size_t size = solver_memory_round_up(asked);
  Piece *piece = calloc(1, SOLVER_PIECE_HEAD + size);
  if (!piece) return NULL;
  piece->size = size;
  return (char *)piece + SOLVER_PIECE_HEAD;
}

static Piece *piece_of(void *pointer)
{
  RUNTIME_ASSERT(pointer);
  return (Piece *)(void *)((char *)pointer - SOLVER_PIECE_HEAD);
}

void *foucault_solver_malloc(size_t size)
{
  if (size > SIZE_MAX / 2) return NULL;
  return in_use ? from_memory(in_use, size) : from_heap(size);
}

void *foucault_solver_calloc(size_t count, size_t size)
{
  if (size > 0 && count > SIZE_MAX / 2 / size) return NULL;
  return foucault_solver_malloc(count * size);
}

void *foucault_solver_realloc(void *old, size_t size)
{
  void *made = foucault_solver_malloc(size);
  if (!made || !old) return made;
  size_t had = solver_memory_size_of(piece_of(old));
  size_t kept = had < size ? had : size;
  memcpy(made, old, kept);
  foucault_solver_free(old);
  return made;
}

void foucault_solver_free(void *old)
{
  if (!old) return;
  Piece *piece = piece_of(old);
  SolverMemory *owner = piece->owner;
  if (!owner) {
    free(piece);
    return;
  }
  piece->size = solver_memory_size_of(piece); /* it holds an address now */
  *next_of(piece) = owner->free;
  owner->free = piece;
}

void *foucault_solver_numbers(size_t count, size_t size)
{
  void *made = foucault_solver_calloc(count, size);
  if (made && piece_of(made)->owner) piece_of(made)->size |= 1;
  return made;
}
