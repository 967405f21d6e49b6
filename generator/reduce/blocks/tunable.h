/* tunable.h: which parameters may be changed while the FMU runs.
 *
 * FMI's word is "tunable": the new value holds from the event or communication
 * point on at which it is set. Tunable is a parameter that the model reads
 * while it runs, itself or through others, unless something would keep the
 * old value: the times of sample(), the room of delay(), a parameter that
 * the initial system determines; and unless it stands in an equation that was
 * differentiated twice or more, as the length of a rod: its jump would need the
 * derivative of an impulse (jumps.h). All others are fixed, and all Strings:
 * what they name (a file, a table) is looked up once.
 *
 * needs   the sequences of the reduced system
 * gives   [n_vars]: true for such parameters and for those that follow them
 * cost    one walk over the continuous system and over the parameters
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_TUNABLE_H
#define FOUCAULT_REDUCE_BLOCKS_TUNABLE_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

/* [n_vars], in `arena`. */
bool *tunable_parameters(const System *sys, Walk *walk,
                         const BlockSequence *parameters,
                         const BlockSequence *continuous, Arena *arena,
                         Arena *scratch);

#endif
