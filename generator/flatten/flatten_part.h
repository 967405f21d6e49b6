/* flatten_part.h: what a model is not at fault for, since it is a part of others:
 * a parameter has no value yet, an input no derivative, a connector nothing
 * that it is connected with.
 *
 * needs   a flat model, and what was said of it
 * gives   which diagnostics count for a model that stands alone only
 * cost    linear in the variables and the diagnostics
 */
#ifndef FOUCAULT_FLATTEN_FLATTEN_PART_H
#define FOUCAULT_FLATTEN_FLATTEN_PART_H

#include "base/session.h"
#include "flatten/flat/flat.h"

/* Does a model that cannot run by itself have this as a part of others? */
bool flatten_part_may_have(const Diagnostic *d);
/* Flows of its own connectors are given by what it is connected with: alone
 * they are zero, and the model need not have one solution. */
bool flatten_part_is_open(const FlatModel *flat);
/* Of an open model what follows from these zeros is nobody's fault: structure
 * and initial conditions. From the diagnostic `from` on. */
void flatten_part_forget(Session *s, const FlatModel *flat, int from);
/* Of a model of a package, which nobody has asked for by its name: without an
 * experiment inner elements, and where it has connectors or inputs initial
 * conditions, are for the models that use it; where a value lacks, what cannot be
 * translated without it. `flat` may be NULL. */
void flatten_part_forget_others(Session *s, const FlatModel *flat);

#endif
