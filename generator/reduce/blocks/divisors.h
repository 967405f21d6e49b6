/* divisors.h: what assignments divide by, and when it is looked at.
 *
 * needs   the sequences of blocks, ReducedBlock.divisor as solve_for() gives
 *         it
 * gives   no divisor where it is never zero; parameters alone: an entry in
 *         ReducedSystem.divisor, looked at once, when the parameters are
 *         known; all others stay with their block and are looked at before
 *         each division
 * cost    linear in the nodes of the divisors
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_DIVISORS_H
#define FOUCAULT_REDUCE_BLOCKS_DIVISORS_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

void divisors_sort(const System *sys, Walk *walk, ReducedSystem *r,
                   Arena *arena, Arena *scratch);

#endif
