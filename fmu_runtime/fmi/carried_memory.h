/* carried_memory.h: all memory of an instance in a form that another process,
 * or another instance, can continue with to the last bit.
 *
 * It holds the instance's struct and parts and the memory of its solver; the
 * arrays stand elsewhere in a saved state (saved_state.c). Addresses are
 * relative to the memory that they point into, and to the binary: it is for
 * processes that have loaded the same file.
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

/* Are these bytes of this binary, and do they fit together? What they say of
 * the solver is believed: whoever forges it has written a part of a program. */
bool carried_memory_fits(const Instance *inst, const char *bytes, size_t size);
/* Needs bytes that fit. False: memory is short, and nothing has changed. */
bool carried_memory_read(Instance *inst, const char *bytes);

#endif
