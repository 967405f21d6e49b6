/* system_check.h: the invariants of a System; ends the program on the first
 * broken one. What is checked covers every list and every place of a variable
 * or expression (system_visit.h): no expression that is computed holds a
 * variable that is merged away, absent or out of range.
 * Called after every pass in debug builds and in tests. */
#ifndef FOUCAULT_REDUCE_SYSTEM_SYSTEM_CHECK_H
#define FOUCAULT_REDUCE_SYSTEM_SYSTEM_CHECK_H

#include "reduce/system/system.h"

void system_check(const System *sys);

#endif
