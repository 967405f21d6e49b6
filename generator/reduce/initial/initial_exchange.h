/* initial_exchange.h: which of too many conditions is left without an unknown.
 *
 * needs   a matching of the plan's rows that cannot be extended
 * gives   another one of the same unknowns. Of equations and initial equations
 *         that compete for unknowns one of the latter is left: they state what
 *         should hold at the start, and often one of them follows from the
 *         others. Where the numbers at the start say which ones depend on
 *         others, it is one of these
 * cost    one search, and one sparse elimination, per row that is left
 */
#ifndef FOUCAULT_REDUCE_INITIAL_INITIAL_EXCHANGE_H
#define FOUCAULT_REDUCE_INITIAL_INITIAL_EXCHANGE_H

#include "reduce/blocks/plan.h"

/* unknown[]: the variables that are solved for. */
void initial_exchange(const System *sys, Walk *walk, Plan *plan,
                      const bool *unknown, Arena *arena);

#endif
