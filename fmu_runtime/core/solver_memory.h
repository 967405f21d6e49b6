/* solver_memory.h: all memory of an instance's solver, to be copied whole.
 *
 * SUNDIALS allocates what it needs by malloc. In the archive that goes into
 * FMUs its calls are renamed (objcopy, CMakeLists.txt) to the functions at the
 * end of this header, which take from the chunks of the instance that is at
 * work. A copy of the chunks is then the whole state of the solver, history
 * included: put back in place it continues to the last bit, since no address
 * has changed.
 *
 * What a solver gives back is used again; chunks go when the instance is
 * freed. Little is given back (KLU's factors, when they are made again), so a
 * list is searched.
 */
#ifndef FOUCAULT_SOLVER_MEMORY_H
#define FOUCAULT_SOLVER_MEMORY_H

#include <stddef.h>

typedef struct SolverMemory SolverMemory;

SolverMemory *solver_memory_create(void);      /* NULL: memory is short */
void solver_memory_free(SolverMemory *memory); /* NULL is ignored */

/* Until the next call, what this thread allocates for solvers comes from
 * here; NULL: from the heap. Returns what was in force before. */
SolverMemory *solver_memory_use(SolverMemory *memory);

/* Makes sure that the next `size` bytes can be had; 0: memory is short. */
int solver_memory_reserve(SolverMemory *memory, size_t size);

size_t solver_memory_size(const SolverMemory *memory);
void solver_memory_copy_out(const SolverMemory *memory, char *bytes);
/* Needs bytes of the same memory, which may have grown since. */
void solver_memory_copy_in(SolverMemory *memory, const char *bytes);

/* What SUNDIALS calls instead of malloc, calloc, realloc and free. */
void *foucault_solver_malloc(size_t size);
void *foucault_solver_calloc(size_t count, size_t size);
void *foucault_solver_realloc(void *old, size_t size);
void foucault_solver_free(void *old);

#endif
