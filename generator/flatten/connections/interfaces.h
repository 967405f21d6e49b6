/* interfaces.h: the variables by which a component meets its surroundings.
 *
 * needs   all components are instantiated and in the flat model
 * gives   flows for connections_add_flow(), and FlatVar.is_interface
 * fails   E231 a stream outside of a connector; E302 an input of a component
 *         that is neither in a connector nor bound; what connector_check.h says
 * cost    linear in the variables
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_INTERFACES_H
#define FOUCAULT_FLATTEN_CONNECTIONS_INTERFACES_H

#include "flatten/instances/instances.h"

/* Once, when all variables are in the flat model. */
void interface_mark_all(const Flattening *f);

#endif
