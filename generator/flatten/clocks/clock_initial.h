/* clock_initial.h: initial equations of partitions that are discretized.
 *
 * They hold at the first tick (MLS 3.6, section 16.8.2), where no formula of
 * the solver method counts yet. Each one determines a state that it leads to
 * through the equations of the partition; the states without one, those that
 * are fixed, and those of the form `x = parameter`, begin with their start
 * values.
 *
 * needs   each clocked equation has its variable; the formulas of the states
 *         are not made
 * gives   for each state what is zero at the first tick, or NULL; these
 *         initial equations leave the flat model
 * fails   E239: no state is left for an initial equation
 * cost    one search through the partition for each initial equation
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_INITIAL_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_INITIAL_H

#include "flatten/clocks/clock_partition.h"

/* equation: [n_vars] what determines a variable, -1: nothing. The result,
 * [n_states], is in the scratch arena. */
FlatExpr **clock_initial_take(const Flattening *f, ClockPartitions *all,
                              const int *equation, int n_vars);

#endif
