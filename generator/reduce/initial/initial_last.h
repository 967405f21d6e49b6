/* initial_last.h: discrete variables as the unknowns of last resort.
 *
 * pre(v) of a discrete Real v that is not fixed is an unknown at the start
 * (MLS 3.6, section 8.6): usually its start value settles it, as one that is
 * not fixed settles a state. Where the other conditions leave equations
 * without an unknown, they come first.
 *
 * needs   a matching of the plan's rows that cannot be extended
 * gives   rows of Reals without an unknown determine such a v where they can;
 *         then pre(v) = v holds at the start (System.initial_discrete_eq) in
 *         place of v = pre(v)
 * cost    nothing where every row has an unknown; else a search for each row
 *         that has none
 */
#ifndef FOUCAULT_REDUCE_INITIAL_INITIAL_LAST_H
#define FOUCAULT_REDUCE_INITIAL_INITIAL_LAST_H

#include "reduce/blocks/plan.h"

void initial_last_match(System *sys, Walk *walk, Plan *plan, Arena *arena);

#endif
