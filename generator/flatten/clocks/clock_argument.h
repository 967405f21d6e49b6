/* clock_argument.h: a variable for each expression that is converted between
 * clocks (MLS 3.6, section 16.7.1).
 *
 * needs   the equations of the model, unfolded
 * gives   subSample(v) in place of subSample(e) where e is not a variable, with
 *         a made variable v = e that has the clock of e: between two ticks v
 *         keeps its value, while pre(), samples and counters in e do not. The
 *         same for superSample, shiftSample and noClock; hold and backSample
 *         take variables alone (clock_check.h)
 * cost    linear in the expressions of the model
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_ARGUMENT_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_ARGUMENT_H

#include "flatten/instances/instances.h"

void clock_argument(const Flattening *f);

#endif
