/* overrides.h: the option --set name=value.
 *
 * Replaces the value of a parameter or the start of a variable by a literal:
 * a number for Real and Integer, true or false for Boolean, any text for
 * String. E210 when the name is unknown, the value malformed, or the variable
 * a constant, final, or a parameter that sizes or conditions were made of.
 */
#ifndef FOUCAULT_FLATTEN_OVERRIDES_H
#define FOUCAULT_FLATTEN_OVERRIDES_H

#include "flatten/flatten.h"
#include "flatten/instantiate.h"

void overrides_apply(Flattening *f, const char *const *set, int n_set);

#endif
