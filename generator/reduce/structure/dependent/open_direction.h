/* open_direction.h: what is left open where an equation only repeats others.
 *
 * needs   combination_find() said COMBINATION_EMPTY
 * gives   where the sum is 0 = 0, its equations stand in libraries, and none
 *         of them is differentiated: a residual in place of the replaced
 *         equation, v . (z - start) = 0 with J v = 0 at a general point. Of all
 *         solutions that is the one nearest to the start values; what the
 *         other equations determine is the same in each of them
 * fails   returns false (no diagnostic) where that is not so: the equations
 *         of one's own model are to be mended there
 * cost    one dense elimination of the block; 600 unknowns at most
 *
 * Windings in a triangle that nothing ties to a ground are such a case: the
 * potentials of all three may be moved together.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_DEPENDENT_OPEN_DIRECTION_H
#define FOUCAULT_REDUCE_STRUCTURE_DEPENDENT_OPEN_DIRECTION_H

#include "reduce/structure/dependent/combination.h"

/* On success c->residual is set and W312 is reported. */
bool open_direction_close(const System *sys, Session *s, Walk *walk,
                          const SingularBlock *block, Combination *c);

#endif
