/* split_plan.h: what belongs to which component, and what is between them.
 *
 * needs   a flat model; equations have sides of their own (flat_unfold())
 * gives   parts, signals, nodes, uses and copies; givers are not chosen
 * fails   E623 what cannot be taken apart: equations of the system itself that
 *         determine nothing (split_system.h), connectors with more flows than
 *         potentials or none, physical connectors of the system itself
 * cost    linear in the model, times the components where sets are large
 */
#ifndef FOUCAULT_SPLIT_SPLIT_PLAN_H
#define FOUCAULT_SPLIT_SPLIT_PLAN_H

#include "split/split.h"

SplitPlan *split_plan(Session *s, const FlatModel *flat);

#endif
