/* equations.h: equation sections to equations of the flat model.
 *
 * needs   the model is instantiated, its variables are in the flat model
 * gives   one flat equation per scalar; loops unrolled; branches chosen where
 *         the condition is known at translation, else equations of
 *         if-expressions; connect() handed to connect.c
 * fails   E204, E205, E209, E213, E290
 * cost    linear in the scalar equations; recursion follows the nesting of
 *         the text, which the parser limits
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_EQUATIONS_H
#define FOUCAULT_FLATTEN_EQUATIONS_EQUATIONS_H

#include "flatten/instances/instances.h"

/* Gives expandable connectors the components that are connected there; before
 * they are taken into the flat model. */
void equations_expand(const Flattening *f);
/* Makes discrete-time what when-equations determine; to be called before
 * expressions that may name it are made. */
void equations_find_discrete(const Flattening *f);
/* All bodies: first the connections, then the equations. */
void equations_flatten(const Flattening *f);

#endif
