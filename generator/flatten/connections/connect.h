/* connect.h: connectors of the instance tree, for connections.c.
 *
 * needs   all components are instantiated and in the flat model
 * gives   connect_statement(): the arguments of a connect statement resolved
 *         to connectors, arrays taken apart into pairs, outer components
 *         replaced by inner ones, all handed to connections_add()
 * fails   E202 no such component, E213 and E215 sizes and subscripts, E230 an
 *         argument is not a connector
 * cost    linear in the variables of the connectors named
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_CONNECT_H
#define FOUCAULT_FLATTEN_CONNECTIONS_CONNECT_H

#include "flatten/instances/instances.h"

/* One connect() in a body; inside of loops once for each turn, with the loop
 * variables in the context. */
void connect_statement(const Flattening *f, Context context,
                       const AstEquation *equation);

/* The connector that cardinality() asks for; NULL after a diagnostic. */
Name connect_connector_path(const Flattening *f, Context context,
                            const AstReference *reference);

#endif
