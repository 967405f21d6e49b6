/* system_check.h: the invariants of a System; asserts on the first broken one.
 * Called after every pass in debug builds and in tests. */
#ifndef FOUCAULT_REDUCE_SYSTEM_SYSTEM_CHECK_H
#define FOUCAULT_REDUCE_SYSTEM_SYSTEM_CHECK_H

#include "reduce/system/system.h"

void system_check(const System *sys);

#endif
