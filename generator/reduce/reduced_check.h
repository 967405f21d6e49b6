/* reduced_check.h: the invariants of a ReducedSystem; an internal error on the
 * first broken one.
 *
 * needs   reduced_build() is done
 * gives   nothing: better no FMU than a wrong one. In each sequence every
 *         unknown is solved for once, and every value that is read is known
 *         or was computed before; blocks have the shape of their kind; slots,
 *         rows and states agree; events, samples and delays read what is
 *         computed
 * fails   a message that names the invariant and the variable, then abort(),
 *         which main() turns into exit status 3
 * cost    linear: three looks at the table of expressions and one at each
 *         block; 0.03 to 0.05 s of 0.6 to 1 s of CPU time at 100,000 equations
 */
#ifndef FOUCAULT_REDUCE_REDUCED_CHECK_H
#define FOUCAULT_REDUCE_REDUCED_CHECK_H

#include "reduce/system/reduced.h"

void reduced_check(const ReducedSystem *reduced);

#endif
