/* when_targets.h: what the branches of a when-equation define (MLS 3.6, section
 * 8.3.5.3 and 8.3.6).
 *
 * needs   branches whose equations have become actions
 * fails   E237 branches define different variables; a variable is set by reinit
 *         twice in one branch, or in two when-equations
 * cost    n log n of the number of actions
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_WHEN_TARGETS_H
#define FOUCAULT_FLATTEN_EQUATIONS_WHEN_TARGETS_H

#include "flatten/instances/instances.h"

/* All branches of `when` and `elsewhen` have the same variables on the left,
 * and none is set by reinit elsewhere. */
bool when_targets_check(const Flattening *f, const FlatWhen *when);

/* The same of two branches of an if-equation inside of `when`: the actions
 * first[0..n_first-1] and other[0..n_other-1]. NULL: they agree; else the
 * variable that only one of them defines. */
const FlatVar *when_targets_differ(const Flattening *f, const FlatAction *first,
                                   int n_first, const FlatAction *other,
                                   int n_other);

#endif
