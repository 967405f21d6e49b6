/* rewind.h: takes differentiation back and changes equations.
 *
 * needs   pantelides() has run, selection has not
 * gives   the given equations, some with another residual, without their
 *         derivatives; derivative chains end with what occurs: a der() that
 *         no equation holds any more and that nothing else needs is gone
 *         (VAR_ABSENT)
 * keeps   order and number of the given equations; all variables of the model
 * cost    linear in the system
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_REWIND_H
#define FOUCAULT_REDUCE_STRUCTURE_REWIND_H

#include "reduce/system/system.h"
#include "symbolic/walk.h"

/* The residuals of the combinations replace those of combination[].replaced.
 * They may hold derivatives that differentiation introduced; these are made
 * again, and the residuals rewritten to hold them. */
void rewind_system(System *sys, Session *s, Walk *walk,
                   Combination *combination, int n);

/* The last part of that: ends derivative chains with what occurs. */
void rewind_drop_unneeded(System *sys, Walk *walk, Arena *scratch);

#endif
