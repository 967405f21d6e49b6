/* unassigned_outputs.h: outputs that a function returns without a value.
 *
 * needs   a function with an algorithm, and its variables
 * gives   nothing: the text is only read
 * fails   W211 an element of a vector or a field of a record that no statement
 *         assigns, an output that some way through the conditions leaves
 *         without a value; each output once
 * cost    the text of the function, times its outputs
 *
 * Section 12.4.4: what is returned must have been assigned. Loops count as if
 * they had turns, and on a way one element of an array stands for all: what is
 * reported is certain but for conditions that exclude each other.
 */
#ifndef FOUCAULT_FLATTEN_CALLS_UNASSIGNED_OUTPUTS_H
#define FOUCAULT_FLATTEN_CALLS_UNASSIGNED_OUTPUTS_H

#include "flatten/instances/instances.h"

/* The function is called. Without an algorithm there is nothing to look at. */
void unassigned_outputs_check(const Flattening *f, InstClass *function,
                              const Components *variables);

#endif
