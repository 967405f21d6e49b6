/* assertion_kinds.h: assertions of what moves between events, and of what
 * does not.
 *
 * A level that an event stops at zero rests a little below it: crossings are
 * found up to a band (fmu_runtime/events/events.h) and the resolution of time.
 * So assert(level >= 0) of something that moves allows for rounding errors of
 * its size; between parameters, or what changes at events only, a comparison
 * is what it says.
 *
 * needs   the blocks of the continuous system
 * gives   ASSERTION_STEADY in place of ASSERTION_ALWAYS where nothing in the
 *         condition changes between events; in the others inequalities of
 *         Reals that move, without events of their own, are wider by 1e-11 of
 *         the size of what is compared
 * cost    linear in what the conditions contain
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_ASSERTION_KINDS_H
#define FOUCAULT_REDUCE_BLOCKS_ASSERTION_KINDS_H

#include "reduce/system/reduced.h"
#include "reduce/system/start_point.h"

/* steady: by variable, see constant_between_events.h; the point has nominal
 * values. */
void assertion_kinds_find(System *sys, const bool *steady,
                          const StartPoint *point, Arena *scratch);

#endif
