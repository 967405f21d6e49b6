/* regular.h: is the structure to be trusted?
 *
 * needs   pantelides() is done
 * gives   true if each block of the differentiated problem has a regular
 *         Jacobian dG/dz at one of several points at least
 * fails   E305 a block is singular at all of them: some combination of its
 *         equations contains no highest derivative, the structural index and
 *         the number of states would be wrong
 * cost    one sparse elimination per block, where the first point is regular
 */
#ifndef FOUCAULT_REDUCE_REGULAR_H
#define FOUCAULT_REDUCE_REGULAR_H

#include "reduce/system.h"

bool regular_check(System *sys, Session *s);

#endif
