/* solver_memory.h: all memory of an instance's solver, to be copied whole.
 *
 * SUNDIALS allocates what it needs by malloc. In the archive that goes into
 * FMUs its calls are renamed (cmake/solvers_*.cmake) to the functions at the
 * end of this header, which take from the chunks of the instance that is at
 * work. A copy of the chunks is then the whole state of the solver, history
 * included: put back in place it continues to the last bit, since no address
 * has changed; elsewhere its addresses are changed first (relocation.h).
 *
 * What a solver gives back is used again; chunks go when the instance is
 * freed. Little is given back (sparse factors, when they grow), so a
 * list is searched.
 */
#ifndef FOUCAULT_SOLVER_MEMORY_H
#define FOUCAULT_SOLVER_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct SolverMemory SolverMemory;

SolverMemory *solver_memory_create(void);      /* NULL: memory is short */
void solver_memory_free(SolverMemory *memory); /* NULL is ignored */

/* Until the next call, what this thread allocates for solvers comes from
 * here; NULL: from the heap. Returns what was in force before. */
SolverMemory *solver_memory_use(SolverMemory *memory);

/* A part: what a solver allocates while it is created, `size` bytes of which
 * can be had; 0: memory is short. It lies in chunks of its own, one piece after
 * another, whatever was allocated and given back before. */
int solver_memory_open_part(SolverMemory *memory, size_t size);
void solver_memory_close_part(SolverMemory *memory);

/* What the solver has asked for lies in pieces, one after another in each
 * chunk, every one with a head before it. */
typedef struct SolverChunk {
  char *bytes; /* NULL: no chunk was needed */
  size_t size, used;
  size_t part; /* its number among those of parts; 0: it is none */
} SolverChunk;
enum { SOLVER_PIECE_HEAD = 16 };
/* The size of the piece after this head. */
size_t solver_memory_piece(const char *head, bool *holds_numbers);
/* The size of the struct itself, whose address is in the heads. */
size_t solver_memory_self(void);

/* A copy: its chunks, in a fixed order, and what is in them. */
size_t solver_memory_count(const char *copy);
SolverChunk solver_memory_chunk(const char *copy, size_t k,
                                const char **content);
/* The pieces that are free: an address within the chunks, or NULL. */
void *solver_memory_free_list(const char *copy);

/* Where an address in a part lies: the number of the chunk among those of
 * parts, and where in it. False: it is in none. Solvers that are created in the
 * same order for the same model have the same places. */
bool solver_memory_place(const SolverMemory *memory, const void *address,
                         size_t *part, size_t *at);

size_t solver_memory_size(const SolverMemory *memory);
void solver_memory_copy_out(const SolverMemory *memory, char *bytes);
/* Needs bytes of the same memory, which may have grown since. */
void solver_memory_copy_in(SolverMemory *memory, const char *bytes);

/* What SUNDIALS calls instead of malloc, calloc, realloc and free. */
void *foucault_solver_malloc(size_t size);
void *foucault_solver_calloc(size_t count, size_t size);
void *foucault_solver_realloc(void *old, size_t size);
void foucault_solver_free(void *old);

/* The same as calloc, for what holds no addresses (relocation.h). */
void *foucault_solver_numbers(size_t count, size_t size);

#endif
