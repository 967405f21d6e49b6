/* family.h: equations that were made alike.
 *
 * The turns of a loop, the elements of an array of components and those of an
 * equation between arrays are equations that differ in their variables only,
 * or nearly so. Each of them knows its family, by a number from 1, and its
 * position in it.
 *
 * who sets it  lowering (lower_family.h)
 * who keeps it every pass: family and position say where an equation comes
 *              from. Aliases and numbers may take the place of variables in
 *              some members and not in others
 * derivatives  are a family of their own, in the same order: that of member p
 *              is member p
 * who asks     derivatives by time, gradients, and equations that are solved
 *              for an unknown: what was made of another member is looked at
 *              first (symbolic/replay.h); sizes (blocks/scale_family.h)
 * who does not the C text, aliases and constants; docs/pipeline/reduce.md says
 *              why, with numbers
 *
 * Variables have no family of their own: those at one place of the members are
 * read from the members.
 *
 * What may be relied on: members are likely to be the same graph, no more. Who
 * uses one for another compares them on the way. This costs nothing, since the
 * variables of a member have to be found by a walk through it; and a family
 * never decides what is computed.
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_FAMILY_H
#define FOUCAULT_REDUCE_SYSTEM_FAMILY_H

#include "reduce/system/system.h"
#include "symbolic/replay.h"

/* n more families; the first of their numbers. */
int family_add(System *sys, int n);
/* `derivative` was made from e by differentiation. */
void family_derive(System *sys, EqId e, EqId derivative);

/* An expression that belongs to an equation, to be looked for; NO_EQ: it
 * belongs to none. */
static inline ReplayFrom family_from(const System *sys, EqId eq, ExprId e)
{
  return replay_of(e, eq.i >= 0 ? sys->eq[eq.i].family : 0);
}

#endif
