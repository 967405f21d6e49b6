/* binding.h: where the value of a component was written.
 *
 * The value itself is bound_value() in bound_value.h.
 */
#ifndef FOUCAULT_FLATTEN_INSTANCES_BINDING_H
#define FOUCAULT_FLATTEN_INSTANCES_BINDING_H

#include "flatten/instances/instances.h"

/* Its value is given, by itself or by the record around it. */
bool binding_exists(const Instance *instance);
/* The modifier that holds its value, or NULL. */
const Modifier *binding_modifier(const Instance *instance);
/* The modifier that holds the value of one of its attributes, or NULL. */
const Modifier *binding_of_attribute(const Flattening *f,
                                     const Instance *instance,
                                     const char *name);
/* As fault_enter(), where a value of the instance or of one of its
 * attributes was written. */
FaultPlace binding_enter(const Flattening *f, const Instance *instance,
                         const Modifier *modifier);
/* Faults may come from its value, if that was given from outside. */
void binding_use(const Flattening *f, const Instance *instance);

#endif
