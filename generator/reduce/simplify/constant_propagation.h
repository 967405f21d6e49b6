/* constant_propagation.h: unknowns that one equation makes a number.
 *
 * needs   system_check() holds; nothing is differentiated yet
 * gives   where an equation says x = number (or 2*x + 1 = 0 and the like) and
 *         der(x) is not used, the number stands for x in all other equations;
 *         what they say after that counts too. So zeros are not part of the
 *         structure: rotation by the unit matrix, flows that end nowhere. A
 *         result of a function may be such a number (constant_results.h), and
 *         a relation that such numbers decide, or a discrete variable
 * keeps   every variable and equation: x has its value from its own one; an
 *         equation that would lose its last unknown, or make one variable of
 *         two states with start values of their own, stays as it is, and so
 *         do other event relations, assertions and initial equations
 * fails   never
 * cost    near linear; where no equation is of that kind one look at each
 */
#ifndef FOUCAULT_REDUCE_SIMPLIFY_CONSTANT_PROPAGATION_H
#define FOUCAULT_REDUCE_SIMPLIFY_CONSTANT_PROPAGATION_H

#include "reduce/system/system.h"

bool constant_propagation(System *sys, Session *s);

#endif
