/* chance.h: growth whose direction no tolerance has decided.
 *
 * A state that has fallen below what the tolerance resolves (scale.h) is an
 * error of the integrator, of any sign. Where it becomes large again by a force
 * of the model, nothing is lost. Where it grows by itself, the equations have
 * amplified that error: an amount that has vanished comes back as a negative
 * one, say, and runs away. One more evaluation distinguishes the two, with all
 * states that are lost set to zero: in the second case the slope vanishes with
 * them.
 *
 * gives   a warning, once for each state, with its name and the time
 * cost    one or two evaluations where a state returns; else a comparison
 */
#ifndef FOUCAULT_CHANCE_H
#define FOUCAULT_CHANCE_H

#include "../core/instance.h"

/* Has a state returned, in the last steps? */
bool chance_is_to_be_looked_at(const Instance *inst);

/* Looks at it, and warns. Needs fresh values, and leaves them so. False, reason
 * noted: the model cannot be evaluated. */
bool chance_look(Instance *inst);

/* The same of what is small from the start and grows: short steps follow it.
 * A BDF step that is long beside the time of its growth would make it smaller,
 * or change its sign.
 *
 * Is one of these values of a solver, in the order of scale.h, so small that
 * its tolerance does not resolve it, and not zero? */
bool chance_has_tiny(const Instance *inst, const double *value);
/* The highest rate slope/value of those, 0: none grows; and whose it is. */
double chance_fastest(const Instance *inst, const double *value,
                      const double *slope, int *fastest);
/* Does state k, of these, grow where the fresh values are? The curve of a step
 * that is long for what fades may say so, and the model not. */
bool chance_grows(const Instance *inst, int k);
/* Because of itself alone? Needs fresh values, and gives them. False, reason
 * noted: the model cannot be evaluated. */
bool chance_grows_by_itself(Instance *inst, int k, bool *by_itself);
/* Too many steps for state k: from now on it is left to chance, with a
 * warning. */
void chance_give_up(Instance *inst, int k);

#endif
