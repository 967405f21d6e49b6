/* initial.h: the initial system, a matching of its own.
 *
 * The room reduce/initial/ owns initialization: which conditions there are,
 * what they leave open, and where iterations begin. It calls reduce/blocks/
 * and the rooms before it, symbolic/ and base/. Reading order: this file,
 * initial_levels.h, initial_surplus.h, start_propagation.h, sign_symmetry.h.
 *
 * needs   index_dummy_select() is done
 * gives   blocks that determine every unknown at the initial time from
 *         parameters, inputs and the start values that are initial conditions
 *         (pinned[]): those with fixed = true, and, where conditions are
 *         missing, start values of states and free parameters (W401); where a
 *         constraint ties start values to each other all of them are changed
 *         as little as possible instead (initial_levels.h)
 *         conditions that follow from others are left out (W403) and become
 *         assertions of the system
 * fails   E401 conditions that contradict each other
 * cost    one augmenting search per unknown
 *
 * The unknowns that remain pinned are the ones that stay unmatched when
 * variables are matched in the order of preference_to_solve(): a greedy choice that
 * is optimal because the sets of unknowns that can be solved for together form
 * a matroid.
 */
#ifndef FOUCAULT_REDUCE_INITIAL_INITIAL_H
#define FOUCAULT_REDUCE_INITIAL_INITIAL_H

#include "reduce/blocks/plan.h"

/* pinned: [n_vars], zeroed by the caller. */
bool initial_plan(Session *s, System *sys, Walk *walk, bool *pinned,
                  BlockSequence *sequence, Arena *arena);

#endif
