/* expandable.h: expandable connectors get their components (MLS 3.6, section
 * 9.1.3).
 *
 * needs   all other components are instantiated
 * gives   for each expandable connector the components that connect()
 *         statements name in it, with the type of what they are connected
 *         to; connected ones get the components of each other; what is
 *         declared in one and never connected is as if its condition were
 *         false. The components are ready to be taken into the flat model
 * fails   E290 elements of an array that are never connected; what is left
 *         without a type is reported where it is connected
 * cost    one walk over the connect statements for each connection that a
 *         component has to pass on its way, of the longest one
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_EXPANDABLE_H
#define FOUCAULT_FLATTEN_CONNECTIONS_EXPANDABLE_H

#include "flatten/instances/instances.h"

/* Is the component, or something around it, in an expandable connector? */
bool expandable_is_part(const Flattening *f, const Instance *instance);

/* One connect(), in PASS_EXPAND; notes in f->tables->has_expanded that a component
 * came into being. */
void expandable_statement(const Flattening *f, Context context,
                          const AstEquation *equation);
/* Does this connect() name a component that did not come into being, because
 * what would have brought it has a condition that is false? */
bool expandable_left_out(const Flattening *f, Context context,
                         const AstEquation *equation);

#endif
