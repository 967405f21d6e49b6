/* discrete.h: set the equations of discrete variables apart.
 *
 * needs   system_check() holds
 * gives   discrete_eq[]: for each discrete variable v one equation v = e,
 *         with v on the left; initial_discrete_eq[]: initial equations that
 *         say what pre(v) or a free parameter is at the start; the others are of type Real
 * fails   E306 a discrete variable has no or two explicit equations, or an
 *         equation of Integer or Boolean type has no variable to assign
 * cost    linear
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_DISCRETE_H
#define FOUCAULT_REDUCE_STRUCTURE_DISCRETE_H

#include "reduce/system/system.h"

bool discrete_split(System *sys, Session *s);

#endif
