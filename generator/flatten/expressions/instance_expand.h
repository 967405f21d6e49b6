/* instance_expand.h: the condition and the sizes of a component.
 *
 * needs   its class is known (instance_child)
 * gives   dim, n_elements and is_disabled; the elements of an array of
 *         components
 * fails   E206 the size or condition depends on itself; what the expressions
 *         report; the component is broken then
 * cost    once for each component
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_INSTANCE_EXPAND_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_INSTANCE_EXPAND_H

#include "flatten/instances/instances.h"

/* False: broken, reported. */
bool instance_expand(const Flattening *f, Instance *instance);

#endif
