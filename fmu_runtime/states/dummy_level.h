/* dummy_level.h: the values of the chosen variables of a selection set.
 *
 * They are sought from what the integrator foretells (Instance.is_guessed) or
 * from the kept point, extrapolated by their derivatives, so that the solution
 * found is that of the branch on which the motion is.
 */
#ifndef FOUCAULT_DUMMY_LEVEL_H
#define FOUCAULT_DUMMY_LEVEL_H

#include "../model.h"

/* Solves one level for its chosen columns; like block_solve(). */
int dummy_level_solve(ModelValues *v, const Block *block);

#endif
