/* family_bodies.h: the equations of all components, those of families from
 * their prototypes.
 *
 * The texts of the classes are flattened for each instance in turn. For the
 * replicas of a family (component_family.h) what the text of the prototype gave is
 * repeated with other variables: equations become turns of a FlatRepeat,
 * assertions are copied, connections are made again (connections_repeat.h).
 *
 * needs   all components in the flat model
 * gives   the equations, assertions and connections that each instance would
 *         give by itself, in that order
 * keeps   every message: a text that meets a fault, or in which something
 *         depends on the index, is flattened for each replica; so are texts with
 *         when-equations, algorithms and streams. Functions of the prototype
 *         are those of the replicas, too
 * cost    the texts of the prototypes, and an entry for each equation,
 *         assertion and pair of connected variables of the replicas
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_FAMILY_BODIES_H
#define FOUCAULT_FLATTEN_EQUATIONS_FAMILY_BODIES_H

#include "flatten/equations/equation_context.h"

typedef void FlattenBody(const Flattening *f, const Body *body, Pass pass);

/* Goes through all bodies of the model in their order. */
void family_bodies(const Flattening *f, Pass pass, FlattenBody *flatten);

#endif
