/* connect.h: connectors of the instance tree, for connections.c.
 *
 * needs   all components are instantiated and in the flat model
 * gives   connect_statement(): the arguments of a connect statement resolved
 *         to connectors, arrays taken apart into pairs, outer components
 *         replaced by inner ones, all handed to connections_add();
 *         connect_interfaces(): flows for connections_add_flow(), and
 *         FlatVar.is_interface
 * fails   E202 no such component, E213 and E215 sizes and subscripts, E230 an
 *         argument is not a connector, E247 what a connector cannot hold
 * cost    linear in the variables of the connectors named
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_CONNECT_H
#define FOUCAULT_FLATTEN_CONNECTIONS_CONNECT_H

#include "flatten/instances/instances.h"

/* One connect() in a body; inside of loops once for each turn, with the loop
 * variables in the context. */
void connect_statement(const Flattening *f, Context context,
                       const AstEquation *equation);

/* Once, when all variables are in the flat model. */
void connect_interfaces(const Flattening *f);

/* The flow variable that carries this stream variable (section 15.1); false
 * after E204, it is none, or E231, its connector has not one flow. */
bool connect_stream_flow(const Flattening *f, const Instance *variable,
                         Span span, FlatVarId *flow);

/* The connector that cardinality() asks for; NULL after a diagnostic. */
Name connect_connector_path(const Flattening *f, Context context,
                            const AstReference *reference);

#endif
