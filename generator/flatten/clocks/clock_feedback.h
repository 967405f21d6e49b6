/* clock_feedback.h: clocks whose condition follows from their own ticks.
 *
 * Clock(condition) ticks when its condition becomes true. Where the condition
 * is made of what the equations of this clock give to hold(), a tick would
 * decide on itself; it is rather the cause of what comes after it. Such a clock
 * looks at its condition as it was before (MLS 3.6, section 8.6): it ticks at
 * the same time, in the next pass of the event iteration.
 *
 * The way back is looked for through Booleans, Integers and enumerations and
 * their when-equations; it ends at pre(), at what sample() takes, which is a
 * left limit, and at relations between Reals that are not clocked.
 *
 * needs   clock_assign() has given each clocked equation its variable; the
 *         rest of the flat model still has the operators of clocks
 * cost    linear in the expressions of the model, for each clock with a
 *         condition
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_FEEDBACK_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_FEEDBACK_H

#include "flatten/clocks/clock_partition.h"

typedef struct ClockFeedback ClockFeedback;

/* What determines each variable; in scratch memory. */
ClockFeedback *clock_feedback_begin(const Flattening *f,
                                    const ClockPartitions *all);
/* Does the condition of this clock follow from its ticks? */
bool clock_feedback_is_through(ClockFeedback *feedback, int base);

#endif
