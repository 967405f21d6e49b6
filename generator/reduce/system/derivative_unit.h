/* derivative_unit.h: the unit of der(x) from the unit of x.
 *
 * gives   "m" -> "m/s", "m/s" -> "m/s2", "J/(kg.K)" -> "J/(kg.K.s)"; a Name
 * fails   NULL where x has no unit, or its text is none
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_DERIVATIVE_UNIT_H
#define FOUCAULT_REDUCE_SYSTEM_DERIVATIVE_UNIT_H

#include "base/session.h"

const char *derivative_unit(Session *s, const char *unit);

#endif
