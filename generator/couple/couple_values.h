/* couple_values.h: from parameter sets to values of the FMUs' variables.
 *
 * Bindings of outer systems go before those of inner ones (SSP 1.0, 5.2.3). A
 * value of a system is one of an element by its path in it, "sub.part.x", or
 * one of a connector, by which it reaches what the connector is connected with.
 *
 * needs   members without descriptions: couple_values_texts(); then with them
 * fails   E210 a value that does not fit or cannot be set, with file and line
 * warns   W621 values of a set that fit nothing
 */
#ifndef FOUCAULT_COUPLE_COUPLE_VALUES_H
#define FOUCAULT_COUPLE_COUPLE_VALUES_H

#include "couple/couple.h"

/* "name=value" of all whole numbers for a member, in rising order of
 * precedence: sizes of arrays may be among them. */
const char **couple_values_texts(Session *s, const Ssp *ssp, int element,
                                 int *n);

/* Sets all values; given[] of systems too. */
bool couple_values_apply(Session *s, Couple *couple);

/* One value for one variable, by units and transformation. */
bool couple_values_set(Session *s, const SspValue *value, CoupleMember *member,
                       int variable);

#endif
