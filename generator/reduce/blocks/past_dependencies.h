/* past_dependencies.h: what a value depends on that the runtime reads from the
 * past, by delay() or spatialDistribution().
 *
 * While the model runs such a value depends on time and on what decides how
 * far back it is read: the time of a delay, the motion of a transport. What is
 * delayed counts by its past alone. In initialization there is no past yet: a
 * delayed value is the present one, what arrives is what the profile has.
 *
 * needs   dependencies_make() of the blocks; nothing was added for the results
 *         of delays and transports
 * gives   dependencies_add() for each of these results
 * cost    linear in the delays and the points of profiles
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_PAST_DEPENDENCIES_H
#define FOUCAULT_REDUCE_BLOCKS_PAST_DEPENDENCIES_H

#include "reduce/blocks/dependencies.h"

/* Of the running model, or with `initial` of the initial system. */
void past_dependencies_add(const System *sys, Dependencies *d, bool initial,
                           Arena *scratch);

#endif
