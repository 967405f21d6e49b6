/* overrides.h: the option --set name=value.
 *
 * Replaces the value of a parameter or the start of a variable by a literal:
 * a number for Real and Integer, true or false for Boolean, a literal of its
 * enumeration, any text for String; an array {1,2} or a record R(a=1) stands
 * for its elements (parse/setting.h). x.start=1 sets the start of x, also
 * of a parameter. Parameters of which sizes or conditions are made have the
 * value from the beginning.
 *
 * needs   overrides_read() before a value is asked for; all variables before
 *         they are applied
 * fails   E210 when the name is unknown, the value malformed, or the variable
 *         a constant or final
 */
#ifndef FOUCAULT_FLATTEN_INSTANCES_OVERRIDES_H
#define FOUCAULT_FLATTEN_INSTANCES_OVERRIDES_H

#include "flatten/flatten.h"
#include "flatten/instances/instances.h"

/* Before anything is instantiated. */
void overrides_read(const Flattening *f, const char *const *set, int n_set);

/* Is something inside of an element of the array to be set, or is it to be
 * structural (--structural)? */
bool overrides_inside(const Flattening *f, const Instance *array);
/* The value that a scalar parameter is to have, NULL: its own, or a fault
 * that overrides_apply() reports. */
Value *overrides_value(const Flattening *f, const Instance *instance);
/* The same of an array that is given whole: the sizes are those of the text. */
Value *overrides_array(const Flattening *f, const Instance *instance);
/* `value` of an array of parameters, with the elements that are set. */
Value *overrides_elements(const Flattening *f, const Instance *instance,
                          Value *value);

/* When all variables are there. */
void overrides_apply(const Flattening *f, const char *const *set, int n_set);

#endif
