/* instance_value.h: components as values.
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

#endif
