/* initialize.h: consistent initial values.
 *
 * needs   start values and inputs in start_real, start_integer and
 *         start_boolean; the importer's are marked in keep
 * gives   all values at the initial time, relations that agree with their
 *         crossings, nothing stale; a repeated call gives the same result,
 *         since it begins with the start values again
 * fails   false; reason noted: a block without solution, or a relation that
 *         never settles
 */
#ifndef FOUCAULT_INITIALIZE_H
#define FOUCAULT_INITIALIZE_H

#include "../core/instance.h"

bool initialize_solve(Instance *inst);

/* The end of initialization: pre(v) is v, initial() is false, ticks of
 * sample() at the start time are due. Needs fresh values. False: reason
 * noted. */
bool initialize_finish(Instance *inst);

/* Stores the start value of a Real before initialization ends. */
void initialize_set_real(Instance *inst, unsigned reference, double value);
void initialize_set_integer(Instance *inst, unsigned reference, int value);
void initialize_set_boolean(Instance *inst, unsigned reference, int value);

#endif
