/* alias.h: merge variables tied by x = y, x = -y, and name derivatives.
 *
 * The room reduce/simplify/ owns passes that make the System smaller and leave
 * its solutions as they are. It calls reduce/system/, function/, symbolic/ and
 * base/. Reading order: this file, constant_propagation.h, inline.h; the
 * others by themselves.
 *
 * needs   system_check() holds
 * gives   no equation of the form x = y or x = -y between continuous Real
 *         unknowns is left; der(x) = v makes v the derivative of x in its
 *         chain, so that first-order forms become chains of higher order
 *         (states then come in natural pairs)
 * keeps   the order of the other equations; every alias stays in var[], with
 *         alias_of and its sign, and gets its value from the representative
 * fails   E401 where merged variables are fixed at different start values;
 *         W301, W305, W307 to W309 where other attributes of theirs contradict
 *         each other (alias_conflict.h)
 * cost    near linear
 */
#ifndef FOUCAULT_REDUCE_SIMPLIFY_ALIAS_H
#define FOUCAULT_REDUCE_SIMPLIFY_ALIAS_H

#include "reduce/system/system.h"

bool alias_eliminate(System *sys, Session *s);

/* Is the residual a - b or a + b (*negative) of two variables? */
bool alias_pattern(const System *sys, ExprId residual, VarId *a, VarId *b,
                   bool *negative);

#endif
