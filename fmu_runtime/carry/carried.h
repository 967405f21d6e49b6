/* carried.h: what another instance of the same binary and model had in its
 * memory, taken over piece by piece.
 *
 * The room carry/ owns the way of a state that others have written into an
 * instance: its memory by name (this file, carried_sundials.h), and whether its
 * arrays could have come about (state_fit.h). It calls core/ alone. Begin with
 * this file.
 *
 * Nothing says who has written it. So addresses are never taken: an instance
 * has memory of its own, laid out the same way, and takes what moves while it
 * runs: numbers, from the place where its own ones lie, and what is an index, a
 * count or a choice only within the bounds that its owner names.
 *
 * Each function is false, and has changed nothing, where the memory was not laid
 * out like that, an address lies there, or a bound is passed. `own` lies in the
 * struct of the instance, in its parts or in the memory of its solver; NULL and
 * no elements are taken for good.
 */
#ifndef FOUCAULT_CARRIED_H
#define FOUCAULT_CARRIED_H

#include "../core/instance.h"
#include <stdint.h>

/* A piece of the solver's memory (solver_memory.h). */
typedef struct CarriedPiece {
  size_t chunk; /* which one, the oldest being 0 */
  size_t part;  /* solver_memory_place() */
  size_t at;    /* where it began */
  size_t size;
  const char *content;
  bool has_addresses; /* relocation.h; else it is a plain copy */
} CarriedPiece;

typedef struct Carried {
  const Instance *inst; /* that takes it */
  const char *head;     /* of the other one: relocation.h */
  CarriedPiece *piece;
  size_t n_pieces;
  size_t n_chunks;
  uint64_t image; /* which region is the binary */
  uint64_t first_chunk;
} Carried;

/* So many bytes, whatever they say. */
bool carried_take(const Carried *c, void *own, size_t size);
/* The members of a struct from the one to the other. */
#define CARRIED_TAKE(c, of, first, last)                                       \
  carried_take((c), &(of)->first,                                              \
               (size_t)((char *)(&(of)->last + 1) - (char *)&(of)->first))
bool carried_take_flags(const Carried *c, bool *own, size_t n);
bool carried_take_bytes(const Carried *c, unsigned char *own, size_t n,
                        unsigned high);
bool carried_take_ints(const Carried *c, int *own, size_t n, int low, int high);
/* The same into a place that is none of the instance. */
bool carried_read_int(const Carried *c, const void *own, int *value);
/* Not below 0, and far from the largest. */
bool carried_take_counts(const Carried *c, long *own, size_t n);
/* Infinite ones are numbers, too. */
bool carried_take_numbers(const Carried *c, double *own, size_t n);

/* What stood in this place of an address: its offset in the binary, or -1: it
 * was none of the binary. */
int64_t carried_offset(const Carried *c, const void *own);
/* Bytes that the address in this place pointed to. */
bool carried_follow(const Carried *c, const void *own, void *to, size_t size);

#endif
