/* initial_trial.h: the initial system carried out at translation, with the
 * values that the model itself gives to parameters and start values.
 *
 * needs   a sequence of blocks of the initial system; pinned[]: what keeps its
 *         start value
 * gives   numbers for all variables, in `arena`
 * fails   NULL: a loop is too large or no solution was found. The FMU, which
 *         tries harder, may find one.
 * cost    one evaluation of each block; loops by Newton's method, dense
 */
#ifndef FOUCAULT_REDUCE_INITIAL_INITIAL_TRIAL_H
#define FOUCAULT_REDUCE_INITIAL_INITIAL_TRIAL_H

#include "reduce/system/reduced.h"
#include "reduce/system/start_point.h"

const StartPoint *initial_trial(const System *sys, Walk *walk,
                                const BlockSequence *sequence,
                                const bool *pinned, Arena *arena);

#endif
