/* repeat.h: where a list of kernels repeats itself.
 *
 *   a b b b b b c   ->  b, 5 times
 *   a b a b a b c   ->  a b, 3 times (equations of a cell, cell by cell)
 *
 * gives   stretches from left to right that do not overlap: `period` kernels,
 *         `count` times; at each place the one that covers most, of the
 *         shortest period
 * cost    at most REPEAT_PERIOD comparisons per element, some where it repeats
 */
#ifndef FOUCAULT_EMIT_KERNEL_REPEAT_H
#define FOUCAULT_EMIT_KERNEL_REPEAT_H

#include "base/arena.h"

#define REPEAT_COUNT 16  /* fewer repetitions are none */
#define REPEAT_PERIOD 64 /* the longest */

typedef struct Repeat {
  int begin, period, count;
} Repeat;

/* Negative kernels are equal to nothing. */
Repeat *repeats_find(const int *kernel, int n, Arena *arena, int *n_repeats);

#endif
