/* declared_type.h: the named type of a variable, for reports and the FMU.
 *
 * needs   the type ends in a predefined one
 * gives   its name and the attributes that it gives itself where they are
 *         written as literals; one for each class, in the session's arena
 * cost    the modifiers of the type, once
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_DECLARED_TYPE_H
#define FOUCAULT_FLATTEN_CLASSES_DECLARED_TYPE_H

#include "base/simple_type.h"
#include "flatten/instances/instances.h"

/* NULL: the variable is of a predefined type itself. */
const SimpleType *declared_type(const Flattening *f, const Instance *instance);

#endif
