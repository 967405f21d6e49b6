/* split_model.h: the flat model of one part: its own variables and equations,
 * the parameters that these hold, and its ports.
 *
 * Of a node the giver has the potentials as outputs, with their derivatives
 * where somebody needs them, and an input for each flow of each other part.
 * The others have the potentials as inputs and their flows as outputs. Where
 * derivatives are given a potential is a state that follows them from the given
 * value on. With a filter it follows the input as a lag of first order.
 *
 * needs   a flat model with sides of its own (flat_unfold()), and its plan
 * gives   another one, in the flat arena
 */
#ifndef FOUCAULT_SPLIT_SPLIT_MODEL_H
#define FOUCAULT_SPLIT_SPLIT_MODEL_H

#include "split/split.h"

/* The ports of a part: those of nodes, in their order. */
SplitPorts split_model_ports(Session *s, const FlatModel *flat,
                             const SplitPlan *plan, int part);

/* Of the derivative of a variable with this unit; NULL: none is known. */
const char *split_model_rate_unit(Session *s, const char *unit);

FlatModel *split_model(Session *s, const FlatModel *flat, const SplitPlan *plan,
                       int part);

#endif
