/* couple_link.h: one route of the description as a link between variables.
 *
 * Units are converted from connection to connection where both of its ends say
 * what they are; connectors of components that say nothing have the units of
 * their variables. A linear transformation comes after that (SSP 1.0, 4.5.2).
 *
 * fails   E621, with the line of the connection
 * warns   W620 a unit that is not known
 */
#ifndef FOUCAULT_COUPLE_COUPLE_LINK_H
#define FOUCAULT_COUPLE_COUPLE_LINK_H

#include "couple/couple.h"
#include "couple/ssp_trace.h"

/* The variable of a component's connector; -1 after E621. */
int couple_link_variable(Session *s, const Couple *couple, SspEnd end);

/* factor, offset and maps of the link, whose variables are known. */
bool couple_link_convert(Session *s, const Couple *couple,
                         const SspRoute *route, const FmuVariable *from,
                         const FmuVariable *to, CoupleLink *link);

/* What a binding gives a connector of a system, from which the route begins:
 * the same for the variable. */
bool couple_link_set(Session *s, const Couple *couple, const SspRoute *route,
                     const SspValue *value, int variable);

#endif
