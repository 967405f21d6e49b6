/* declaration_order.h: the order in which the values that the declarations of
 * a function give to its variables are computed.
 *
 * needs   the variables of a function
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
/* A variable whose value depends on itself by way of declared values; its size
 * it may ask for. NULL: none. */
const Instance *declaration_cycle(const Flattening *f,
                                  const Components *variables);

#endif
