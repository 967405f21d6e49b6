/* clock_held.h: a variable for what hold() holds.
 *
 * needs   the equations of the model, unfolded
 * gives   hold(v) in place of hold(e) where clock operators stand in e, with a
 *         made variable v = e that has the clock of e: between two ticks v
 *         keeps its value, while pre() and counters in e do not
 * cost    linear in the expressions of the model
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_HELD_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_HELD_H

#include "flatten/instances/instances.h"

void clock_held(const Flattening *f);

#endif
