/* clock_check.h: rules of chapter 16 that are seen once partitions are known.
 *
 * What sample() takes and the condition of a clock are not clocked; hold() and
 * backSample() take variables; interval() and firstTick() stand in clocked
 * equations; a when-equation with a condition has no place in a partition
 * without a solver method.
 *
 * needs   partitions and roots of the variables; the flat model still complete
 * fails   with E204 or E239; s->failed
 * cost    linear in the expressions of the model
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_CHECK_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_CHECK_H

#include "flatten/clocks/clock_search.h"
#include "flatten/flat/flat_visit.h"

void clock_check(ClockSearch *s);
/* Section 16.9: initial equations of variables of partitions without a solver
 * method; needs that these have no derivatives. False after E239. */
bool clock_check_start(const Flattening *f, const ClockPartitions *all);

/* May an operator of clocks stand in expressions of this place? */
bool clock_check_may_stand(FlatPlace place);

#endif
