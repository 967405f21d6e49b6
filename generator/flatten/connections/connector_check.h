/* connector_check.h: what a connector may hold.
 *
 * needs   all components are instantiated and in the flat model
 * fails   E247 what a connector cannot hold, W230 potentials without a flow,
 *         E231 a stream without a flow
 * cost    linear in the variables of the connectors
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_CONNECTOR_CHECK_H
#define FOUCAULT_FLATTEN_CONNECTIONS_CONNECTOR_CHECK_H

#include "flatten/connections/connector_members.h"

/* The connectors around a variable; `*last` is the one that was looked at
 * last. */
void connector_check_around(const Flattening *f, const Instance *variable,
                            ConnectorTraits traits, const Instance **last);

/* The types that a flow may have (sections 9.2 and 9.4.1). */
void connector_check_flow(const Flattening *f, const Instance *variable);

/* The flow variable that carries this stream variable (section 15.1); false
 * after E204, it is none, or E231, its connector has not one flow. */
bool connector_stream_flow(const Flattening *f, const Instance *variable,
                           Span span, FlatVarId *flow);

#endif
