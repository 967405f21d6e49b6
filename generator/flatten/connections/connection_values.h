/* connection_values.h: constants, parameters and quantities of connected
 * connectors (MLS 3.6, section 9.3).
 *
 * needs   pairs of variables that connect() brought together
 * gives   parameters that were compared, and those they depend on, are
 *         `evaluated`: nobody can make them differ later;
 *         or, where their values are known only while running, an assertion
 *         that they are equal
 * fails   E234 different values, E235 different quantities, E290 Strings that
 *         are not known at translation
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_CONNECTION_VALUES_H
#define FOUCAULT_FLATTEN_CONNECTIONS_CONNECTION_VALUES_H

#include "flatten/flat/constant_eval.h"
#include "flatten/flat/fault.h"
#include "flatten/flat/flat.h"

typedef struct ConnectionValues ConnectionValues;

/* Lives in the session's instance arena. */
ConnectionValues *connection_values_create(Session *s, const Faults *faults,
                                           FlatModel *flat);
/* Constants or parameters that must be equal; `span` is the connect(). */
void connection_values_add(ConnectionValues *c, Span span, FlatVarId a,
                           FlatVarId b);

/* When all bindings are there, before the table has evaluated anything. */
bool connection_values_check(ConnectionValues *c, ConstantTable *constants);
/* When all attributes are there: the member whose quantity differs from that
 * of a member before it; -1: none. */
int connection_values_other_quantity(const ConnectionValues *c,
                                     const FlatConnectionSet *set);
/* E235 about that member. */
void connection_values_report_quantity(const ConnectionValues *c,
                                       const FlatConnectionSet *set, int other);

#endif
