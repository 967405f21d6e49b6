/* instantiate.h: a class to the tree of its components.
 *
 * needs   a class that is no package or function
 * gives   one Instance per component and per element of an array of
 *         components, one variable of the flat model per scalar of a
 *         predefined type, in the order of declaration, inherited ones at the
 *         place of their extends; values and attributes wait as modifiers for
 *         attributes.c, equations as bodies for equations.c
 * fails   E202 to E206, E211, E290; a faulty component stays in the tree,
 *         marked broken, so that its uses are not reported again
 * cost    linear in the instantiated model; an explicit stack of classes
 */
#ifndef FOUCAULT_FLATTEN_INSTANTIATE_H
#define FOUCAULT_FLATTEN_INSTANTIATE_H

#include "flatten/instances/instances.h"

/* The model itself. */
Instance *instantiate_model(const Flattening *f, InstClass *class_def);
/* What expandable connectors have got, into the flat model. */
void instantiate_expanded(const Flattening *f);

#endif
