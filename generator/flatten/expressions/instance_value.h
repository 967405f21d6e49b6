/* instance_value.h: components as values, and the values bound to them.
 *
 * What a component is depends on the mode: variables of the flat model,
 * literals, or just sizes (instances.h, ValueMode).
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_INSTANCE_VALUE_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_INSTANCE_VALUE_H

#include "flatten/instances/instances.h"

/* The component as a value in the present mode; NULL after a diagnostic. */
Value *instance_value(const Flattening *f, Instance *instance, Span use);
/* Items of an array with these dimensions, in row-major order. */
Value *instance_stack(const Flattening *f, Span span, Value **item, int n_items,
                      int rank, const int *dim);
/* Type and sizes of a variable, elements without meaning. */
Value *instance_placeholder(const Flattening *f, const Instance *instance,
                            Span span);
/* The fields of a record class. */
const RecordType *instance_record_type(const Flattening *f, Instance *instance);

/* Its value is given, by itself or by the record around it. */
bool binding_exists(const Instance *instance);
/* The value bound to the variable or record in the present mode, not yet
 * fitted to its type; NULL: none, or after a diagnostic. */
Value *binding_value(const Flattening *f, Instance *instance);
/* The value of one of its attributes. With is_each it belongs to each
 * element alike. */
Value *binding_attribute(const Flattening *f, const Instance *instance,
                         const Modifier *attribute, bool *is_each);
/* The modifier that holds its value, or NULL. */
const Modifier *binding_modifier(const Instance *instance);
/* As fault_enter(), where a value of the instance or of one of its
 * attributes was written. */
FaultPlace binding_enter(const Flattening *f, const Instance *instance,
                         const Modifier *modifier);
/* Faults may come from its value, if that was given from outside. */
void binding_use(const Flattening *f, const Instance *instance);

#endif
