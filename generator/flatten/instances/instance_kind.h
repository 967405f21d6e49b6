/* instance_kind.h: what a component may be, by the kind of the class that
 * declares it and by the kind of its own (MLS 3.6, sections 4.4.2.2 and 4.6).
 *
 * needs   an instance whose type is resolved
 * fails   E209, E211, E231, E241; the instance is made all the same
 * cost    constant, but for the elements of structured connectors
 */
#ifndef FOUCAULT_FLATTEN_INSTANCES_INSTANCE_KIND_H
#define FOUCAULT_FLATTEN_INSTANCES_INSTANCE_KIND_H

#include "flatten/instances/instances.h"

void instance_kind_check(const Flattening *f, Instance *instance);

#endif
