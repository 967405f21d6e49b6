/* connection_values.h: constants, parameters and quantities of connected
 * connectors (MLS 3.6, section 9.3).
 *
 * needs   pairs of variables that connect() brought together
 * gives   parameters that were compared, and those they depend on, are
 *         `evaluated`: nobody can make them differ later
 * fails   E234 different values, E235 different quantities, E290 values that
 *         are not known at translation
 */
#ifndef FOUCAULT_FLATTEN_CONNECTION_VALUES_H
#define FOUCAULT_FLATTEN_CONNECTION_VALUES_H

#include "flatten/constant_eval.h"
#include "flatten/fault.h"
#include "flatten/flat.h"

typedef struct ConnectionValues ConnectionValues;

/* Lives in the session's instance arena. */
ConnectionValues *connection_values_create(Session *s, Faults *faults,
                                           FlatModel *flat);
/* Constants or parameters that must be equal; `span` is the connect(). */
void connection_values_add(ConnectionValues *c, Span span, FlatVarId a,
                           FlatVarId b);

/* When all bindings are there, before the table has evaluated anything. */
bool connection_values_check(ConnectionValues *c, ConstantTable *constants);
/* When all attributes and connection sets are in the flat model. */
bool connection_values_check_quantities(const ConnectionValues *c);

#endif
