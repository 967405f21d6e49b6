/* reduced_check.h: the invariants of a ReducedSystem; aborts on the first
 * broken one. Called in debug builds and in tests. */
#ifndef FOUCAULT_REDUCE_REDUCED_CHECK_H
#define FOUCAULT_REDUCE_REDUCED_CHECK_H

#include "reduce/system/reduced.h"

void reduced_check(const ReducedSystem *reduced);

#endif
