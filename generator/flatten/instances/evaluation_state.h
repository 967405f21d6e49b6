/* evaluation_state.h: what is known of a value without evaluating it. */
#ifndef FOUCAULT_FLATTEN_INSTANCES_EVALUATION_STATE_H
#define FOUCAULT_FLATTEN_INSTANCES_EVALUATION_STATE_H

#include "flatten/instances/instances.h"

/* A parameter without a value and with fixed = false. */
bool evaluation_is_computed(const Flattening *f, const Instance *instance);
/* The hook of Typing: whether an expression has such a parameter in it. */
bool evaluation_waits(const void *flattening, const FlatExpr *expr);
/* The same by way of the values of other parameters, which are in the flat
 * model; for few questions: it looks at each variable once. */
bool evaluation_follows(const Flattening *f, const FlatExpr *expr);
/* Whether the condition is known at translation without making any parameter
 * unchangeable that is not so already; where conditions are decided, that of
 * parameters is. */
bool evaluation_is_known(const Flattening *f, const FlatExpr *expr);

#endif
