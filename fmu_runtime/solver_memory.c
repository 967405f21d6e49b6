/* solver_memory.c: chunks from which pieces are cut and never given back. */
#include "solver_memory.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, CHUNK_SIZE = 8192 };

typedef struct Chunk Chunk;
struct Chunk {
  Chunk *next; /* made earlier */
  size_t size, used;
  char *bytes; /* behind this struct */
};

struct SolverMemory {
  Chunk *chunk; /* the newest */
};

/* Before each piece. */
typedef struct Piece {
  SolverMemory *owner; /* NULL: from the heap */
  size_t size;
} Piece;

/* Whose solver is at work in this thread. Solvers allocate deep inside
 * SUNDIALS, which has no argument to carry it. */
static __thread SolverMemory *in_use;

static size_t round_up(size_t size)
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

size_t solver_memory_size(const SolverMemory *memory)
{
  size_t size = 0;
  for (const Chunk *c = memory->chunk; c; c = c->next) size += c->used;
  return size;
}

void solver_memory_copy_out(const SolverMemory *memory, char *bytes)
{
  for (const Chunk *c = memory->chunk; c; c = c->next) {
    memcpy(bytes, c->bytes, c->used);
    bytes += c->used;
  }
}

void solver_memory_copy_in(SolverMemory *memory, const char *bytes)
{
  for (Chunk *c = memory->chunk; c; c = c->next) {
    memcpy(c->bytes, bytes, c->used);
    bytes += c->used;
  }
}

/* A chunk with room for so many bytes; zeroed. */
static Chunk *add_chunk(SolverMemory *memory, size_t needed)
{
  size_t head = round_up(sizeof(Chunk));
  size_t size = needed > CHUNK_SIZE ? needed : CHUNK_SIZE;
  Chunk *c = calloc(1, head + size);
  if (!c) return NULL;
  c->bytes = (char *)c + head;
  c->size = size;
  c->next = memory->chunk;
  memory->chunk = c;
  return c;
}

int solver_memory_reserve(SolverMemory *memory, size_t size)
{
  const Chunk *c = memory->chunk;
  if (c && c->size - c->used >= size) return 1;
  return add_chunk(memory, size) != NULL;
}

/* Zeroed: pieces are never used twice. */
static void *cut(SolverMemory *memory, size_t size)
{
  size_t total = round_up(sizeof(Piece)) + round_up(size);
  Chunk *c = memory->chunk;
  if (!c || c->size - c->used < total) c = add_chunk(memory, total);
  if (!c) return NULL;
  Piece *piece = (Piece *)(void *)(c->bytes + c->used);
  c->used += total;
  *piece = (Piece){memory, size};
  return (char *)piece + round_up(sizeof(Piece));
}

static void *from_heap(size_t size)
{
  Piece *piece = calloc(1, round_up(sizeof(Piece)) + size);
  if (!piece) return NULL;
  piece->size = size;
  return (char *)piece + round_up(sizeof(Piece));
}

static Piece *piece_of(void *pointer)
{
  return (Piece *)(void *)((char *)pointer - round_up(sizeof(Piece)));
}

void *foucault_solver_malloc(size_t size)
{
  if (size > SIZE_MAX / 2) return NULL;
  return in_use ? cut(in_use, size) : from_heap(size);
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
  size_t kept = piece_of(old)->size < size ? piece_of(old)->size : size;
  memcpy(made, old, kept);
  foucault_solver_free(old);
  return made;
}

void foucault_solver_free(void *old)
{
  if (old && !piece_of(old)->owner) free(piece_of(old));
}
