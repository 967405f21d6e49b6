/* split_plan.h: what belongs to which component, and what is between them.
 *
 * needs   a flat model; equations have sides of their own (flat_unfold())
 * gives   parts, signals, nodes; givers are not chosen
 * fails   E623 what cannot be taken apart: equations of the system itself that
 *         hold variables of several components, connectors without as many
 *         flows as potentials, streams, physical connectors of the system
 *         itself, variables that are used across components without a
 *         connection (inner and outer, expandable connectors)
 * cost    linear in the model, times the components where sets are large
 */
#ifndef FOUCAULT_SPLIT_SPLIT_PLAN_H
#define FOUCAULT_SPLIT_SPLIT_PLAN_H

#include "split/split.h"

SplitPlan *split_plan(Session *s, const FlatModel *flat);

#endif
