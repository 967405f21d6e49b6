/* call_values.h: a function called by the compiler itself, with Values. */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_CALL_VALUES_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_CALL_VALUES_H

#include "flatten/instances/instances.h"

/* function(value[0], value[1], ...) as if it were written at `span`; NULL
 * after a diagnostic. */
Value *call_values(const Flattening *f, Span span, InstClass *function,
                   Value *const *value, int n_values);

#endif
