/* clock_assign.h: which clocked equation determines which variable.
 *
 * needs   the clocked equations of all partitions, some of them with the
 *         variable they determine (bindings)
 * gives   a variable and its value for each. Where the variable stands alone
 *         on one side of the equation its value is the other side; else the
 *         equation l = r becomes v = v + (r - l), which is solved for v when
 *         the FMU runs
 * fails   E290 an equation has no variable that no other one determines
 * cost    one augmenting search for each equation without such a side
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_ASSIGN_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_ASSIGN_H

#include "flatten/clocks/clock_partition.h"

bool clock_assign(const Flattening *f, ClockPartitions *all);

#endif
