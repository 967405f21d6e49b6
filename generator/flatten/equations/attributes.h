/* attributes.h: modifiers of variables to their bindings and attributes.
 *
 * needs   the model is instantiated; then, for attributes_finish(), all
 *         expressions of the model are flattened
 * gives   binding, start, min, max, nominal as expressions of the variable's
 *         type; fixed, unit, displayUnit, quantity, stateSelect as values;
 *         bindings of constants as literals
 * fails   E204, E205, E207, E209
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_ATTRIBUTES_H
#define FOUCAULT_FLATTEN_EQUATIONS_ATTRIBUTES_H

#include "flatten/flat/constant_eval.h"
#include "flatten/instances/instances.h"

/* Of every variable of the model. */
void attributes_flatten(const Flattening *f);
/* Of what is known at translation, calls of functions too. */
ConstantTable *attributes_constants(const Flattening *f);
/* Evaluates what must be known at translation. */
void attributes_finish(const Flattening *f, ConstantTable *constants);

#endif
