/* adjoint.h: exact adjoint derivatives of the model.
 *
 * The gradient of a weighted sum of unknowns with respect to all knowns: the
 * weights are carried backward through the sequence of blocks, a loop by one
 * solution with its transposed factors (block_adjoint() of model.h). The cost
 * is that of about one directional derivative, whatever the number of knowns.
 *
 * Weights do not go backward through delays, states that a constraint pulls
 * back, and initial values that are nearest to their starts, nor in a model
 * that was translated without adjoints. There each known needs a directional
 * derivative of its own: the same numbers, at a higher cost.
 */
#ifndef FOUCAULT_ADJOINT_H
#define FOUCAULT_ADJOINT_H

#include "../core/instance.h"

/* Do weights go backward here? `initial`: through the initial system. */
bool adjoint_is_backward(const Instance *inst, bool initial);

/* From the weights in tangent_begin(), by place, to the gradient there. Needs
 * fresh values and adjoint_is_backward(). False, reason noted: the equations do
 * not determine a derivative. */
bool adjoint_run(Instance *inst, bool initial);

#endif
