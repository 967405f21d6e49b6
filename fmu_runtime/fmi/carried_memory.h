/* carried_memory.h: all memory of an instance in a form that another process,
 * or another instance, can continue from to the last bit.
 *
 * It holds the instance's struct and parts and the memory of its solver; the
 * arrays stand elsewhere in a saved state (saved_state.c). Addresses are
 * relative to the memory that they point into, and to the binary: it is for
 * processes that have loaded the same file. The instance that goes on takes from
 * it what moves, and no address (carry/carried.h).
 */
#ifndef FOUCAULT_CARRIED_MEMORY_H
#define FOUCAULT_CARRIED_MEMORY_H

#include "../core/instance.h"

/* An exact copy of an instance: of its block, and of its solver's memory
 * (solver_memory_copy_out), or NULL. */
typedef struct ExactCopy {
  const Instance *owner; /* it was, at this address */
  const char *block, *solver;
} ExactCopy;

/* 0: this binary does not know who it is, or memory of solvers lies
 * elsewhere. */
size_t carried_memory_size(const ExactCopy *copy);
/* False: memory is short. */
bool carried_memory_write(const ExactCopy *copy, char *bytes);

/* Are these bytes of this binary? Else nothing is taken of them. */
bool carried_memory_is_ours(const char *bytes, size_t size);
/* Goes on as the instance did that they are of; the arrays are in place. False:
 * they do not fit together, or memory is short; an integrator has to start again
 * then. */
bool carried_memory_take(Instance *inst, const char *bytes, size_t size);

#endif
