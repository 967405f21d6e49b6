/* counter_random.h: random numbers that are a function of their place.
 *
 * The room studies/ owns what makes many runs of one model: which values are
 * tried, who runs them, what is kept of each, and the files it is written to.
 * It calls base/, fmu_file/ and results/. Reading order: sweep_plan.h (which
 * runs), measure.h (what of them), journal.h (where it is kept), sweep.h (the
 * whole); then this file and the others of sampling.
 *
 * The numbers of run k do not depend on what was drawn before: a sweep may be
 * done in any order, by any number of workers, and be continued.
 *
 * cost    one evaluation of Philox-4x32-10 (some 20 ns)
 * paper   Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as
 *         1, 2, 3", SC 2011
 */
#ifndef FOUCAULT_STUDIES_COUNTER_RANDOM_H
#define FOUCAULT_STUDIES_COUNTER_RANDOM_H

#include <stdint.h>

/* Of which random numbers: two purposes never share any. */
typedef enum RandomPurpose {
  RANDOM_VALUE,    /* where a value lies */
  RANDOM_ORDER,    /* the order of strata */
  RANDOM_SHIFT,    /* of a whole dimension */
  RANDOM_DIRECTION /* initial direction numbers */
} RandomPurpose;

/* Philox-4x32-10, as the paper has it. */
void counter_random_block(const uint32_t counter[4], const uint32_t key[2],
                          uint32_t out[4]);

uint32_t counter_random_bits(uint64_t seed, RandomPurpose purpose,
                             uint32_t dimension, uint64_t number);
/* Greater than 0 and less than 1, with 53 bits. */
double counter_random_unit(uint64_t seed, RandomPurpose purpose,
                           uint32_t dimension, uint64_t number);

/* The place of i in a random order of 0 .. n-1; n > 0. All places are taken
 * once. Memory is not needed: a Feistel network, repeated where it leaves the
 * range. */
uint64_t counter_random_place(uint64_t seed, uint32_t dimension, uint64_t i,
                              uint64_t n);

#endif
