/* declaration_order.h: the order in which the values that the declarations of
 * a function give to its variables are computed, or those of a record to its
 * fields.
 *
 * needs   the variables of a function, or the fields of a record
 * gives   each after those that its value and its sizes name, wherever they
 *         are declared (MLS 3.6, section 12.4.4), unless they name each other;
 *         else in the order of the text
 * cost    the expressions once, and for each name in them the variables
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_DECLARATION_ORDER_H
#define FOUCAULT_FLATTEN_FUNCTIONS_DECLARATION_ORDER_H

#include "flatten/instances/instances.h"

/* In the instance arena. */
Components declaration_order(const Flattening *f, const Components *variables);
/* The same for the fields of a record: places in `fields`. The declared value of
 * a field that is given (not NULL) does not count. In the scratch arena. */
const int *declaration_order_of_fields(const Flattening *f,
                                       const Components *fields,
                                       Value *const *given);
/* A variable whose value depends on itself by way of declared values; its size
 * it may ask for. NULL: none. */
const Instance *declaration_cycle(const Flattening *f,
                                  const Components *variables);

#endif
