/* clock_index.h: constraints between the states of a clocked partition.
 *
 * A partition with a solver method (MLS 3.6, section 16.8) may be of a high
 * index: a controller that inverts a model prescribes what the model's
 * differential equations would determine. As in continuous time the
 * constraints are differentiated (Pantelides) until each derivative of the
 * highest order has an equation, and some derivatives become dummies
 * (Mattsson & Söderlind): their integrals are no states, but follow from the
 * constraints at each tick. The rest is discretized by clock_discretize.h.
 *
 * Which ones stay states is decided once: stateSelect counts first, then
 * fixed = true, then the order of the equations.
 *
 * needs   clock_discretize_begin() has made variables of the derivatives
 * gives   further equations and variables; all->state without the dummies.
 *         Nothing is changed where no constraint is found
 * fails   E290: a constraint cannot be differentiated, or the equations are
 *         singular; E239: a fixed start value of what is not a state
 * cost    one augmenting search for each equation, as clock_assign.h; the
 *         choice of dummies takes the square of the number of equations that
 *         were differentiated
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_INDEX_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_INDEX_H

#include "flatten/clocks/clock_partition.h"

/* False after a diagnostic. */
bool clock_index_reduce(const Flattening *f, ClockPartitions *all);

#endif
