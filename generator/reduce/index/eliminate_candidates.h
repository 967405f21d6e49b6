/* eliminate_candidates.h: out of selection sets with what no choice of states
 * can touch.
 *
 * Where a constraint r holds the candidate c with a constant factor a, c may
 * be dependent for ever: with c among the chosen columns D and G' what is left
 * when r is solved for c and that is put into the others, det G_D is a det G'_D
 * up to its sign, and a choice that is good for G' is good for G. So entries of
 * a rotation matrix, given by angles, or points of a rigid body need not be
 * watched: the set is left with the angles, and with the constraints that close
 * its loops.
 *
 * needs   the index is reduced, calls are expressions (inline.h)
 * gives   smaller sets (SelectionSet.residual, eliminated); their number may
 *         rise, because what is left may fall into parts that nothing ties
 *         together, or fall: a part without choice is not a set, and a
 *         candidate that no constraint holds any more is a state like any other
 * keeps   the equations: those that were taken out are solved one by one
 *         after the block of their level; the choice at the start values; what
 *         is wanted as state stays a candidate
 * cost    a gradient for each row and level of a set, else near linear
 */
#ifndef FOUCAULT_REDUCE_INDEX_ELIMINATE_CANDIDATES_H
#define FOUCAULT_REDUCE_INDEX_ELIMINATE_CANDIDATES_H

#include "reduce/system/system.h"

bool eliminate_candidates(System *sys, Session *s);

#endif
