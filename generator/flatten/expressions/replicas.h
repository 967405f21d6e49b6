/* replicas.h: parts of the replicas of a family, made when somebody asks for
 * them (component_family.h).
 *
 * needs   the family is made
 * cost    the parts on the way, each made once
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_REPLICAS_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_REPLICAS_H

#include "flatten/instances/component_family.h"

/* The same part of replica k, from 1. Its instance is made if need be, and
 * has its sizes. */
Instance *replicas_part(const Flattening *f, Instance *prototype, int k);
/* The instance that has the variable, made if need be. */
Instance *replicas_instance(const Flattening *f, FlatVarId id);

#endif
