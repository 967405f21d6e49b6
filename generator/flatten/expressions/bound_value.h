/* bound_value.h: the values that declarations and modifications bind to
 * components.
 *
 * A value for an array of components has a row for each of them; an element
 * takes its own one (modification.h).
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_BOUND_VALUE_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_BOUND_VALUE_H

#include "flatten/instances/binding.h"

/* The value bound to the variable or record in the present mode, not yet
 * fitted to its type; NULL: none, or after a diagnostic. */
Value *bound_value(const Flattening *f, Instance *instance);
/* The value of one of its attributes. With is_each it belongs to each
 * element alike. */
Value *bound_attribute(const Flattening *f, const Instance *instance,
                       const Modifier *attribute, bool *is_each);
/* How many records {a, b} or the name of an array binds to an array of them,
 * by dimension, without a look at their parts, which may differ in size.
 * False: another kind of array, or of value. */
bool bound_record_sizes(const Flattening *f, const Instance *array, int *dim);

#endif
