/* named_field.h: the value of one field of a record that is another record by
 * name, R r = q, or made by a constructor, R r = R(n = 3, ...).
 *
 * Where a value is needed at translation that of the field is enough, as the
 * others may depend on it.
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_NAMED_FIELD_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_NAMED_FIELD_H

#include "flatten/instances/instances.h"

/* `instance` is a part of `record`, to which a value is bound as a whole. NULL:
 * it is not so simple, or has no value; nothing is reported. is_simple: this is
 * the only way to the value. */
Value *named_field_value(const Flattening *f, const Instance *instance,
                         const Instance *record, bool *is_simple);

#endif
