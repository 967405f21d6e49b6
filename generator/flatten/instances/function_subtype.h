/* function_subtype.h: whether a function can take the place of another one
 * (MLS 3.6, section 6.6).
 *
 * It has the inputs and outputs of the other, by their names and in their
 * order, defaults where the other has them, values for inputs that only it
 * has, and is not impure where the other is not. Their types were compared
 * element by element before (subtype.h).
 *
 * needs   two functions that were found, and their ends through short classes
 * gives   the first argument that does not fit
 * cost    the inputs and outputs of both
 */
#ifndef FOUCAULT_FLATTEN_INSTANCES_FUNCTION_SUBTYPE_H
#define FOUCAULT_FLATTEN_INSTANCES_FUNCTION_SUBTYPE_H

#include "flatten/instances/subtype.h"

bool function_subtype_fits(const Lookup *l, InstClass *given,
                           const ClassPart *given_end, InstClass *wanted,
                           const ClassPart *wanted_end, Misfit *why);

#endif
