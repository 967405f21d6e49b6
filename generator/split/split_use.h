/* split_use.h: variables of other parts that a part uses without a connector:
 * of inner components, in streams, in equations of the system.
 *
 * A part that depends on nothing but time and parameters means the same
 * wherever it is: who uses it has a copy of it, which is exact. Any other
 * variable is a signal: its part gives it, who uses it takes it.
 *
 * needs   owners, signals and nodes of the plan
 * gives   copies and uses
 * cost    linear in the model, times the uses
 */
#ifndef FOUCAULT_SPLIT_SPLIT_USE_H
#define FOUCAULT_SPLIT_SPLIT_USE_H

#include "split/split.h"

void split_use(Session *s, const FlatModel *flat, SplitPlan *plan);

#endif
