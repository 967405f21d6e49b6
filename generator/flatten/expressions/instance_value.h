/* instance_value.h: components as values, and the values bound to them.
 *
 * What a component is depends on the mode: variables of the flat model,
 * literals, or just sizes (instances.h, ValueMode).
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_INSTANCE_VALUE_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_INSTANCE_VALUE_H

#include "flatten/instances/binding.h"

/* The component as a value in the present mode; NULL after a diagnostic. */
Value *instance_value(const Flattening *f, Instance *instance, Span use);
/* Type and sizes of a variable, elements without meaning. */
Value *instance_placeholder(const Flattening *f, const Instance *instance,
                            Span span);
/* The fields of a record class. */
const RecordType *instance_record_type(const Flattening *f, Instance *instance);

/* The value bound to the variable or record in the present mode, not yet
 * fitted to its type; NULL: none, or after a diagnostic. */
Value *binding_value(const Flattening *f, Instance *instance);
/* The value of one of its attributes. With is_each it belongs to each
 * element alike. */
Value *binding_attribute(const Flattening *f, const Instance *instance,
                         const Modifier *attribute, bool *is_each);

#endif
