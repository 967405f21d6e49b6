/* loop_kinks.h: kinks at which a loop stops to say what it says beside them.
 *
 * 0 = max(m, 0)*(a - h) - max(-m, 0)*(b - h) is what 0 = m*(if m > 0 then a - h
 * else b - h) is: at m = 0 it holds whatever h is, and a solution that has come
 * there would stay for ever (fmu_runtime/events/loop_edge.h). max, min, abs and
 * conditions inside of noEvent() have no event relation by which the runtime
 * could see that. Where the structure says that it may happen they get one.
 *
 * Of each z that kinks of a loop compare with zero: with z = 0, which unknowns
 * do the loop's equations set to zero by z alone, m*abs(m) or max(m, 0)? If one
 * more equation has nothing but terms with such a factor, then it says nothing
 * at z = 0, and z = 0 is a solution that only other equations could exclude.
 *
 * needs   eq_var; no equation is rewritten any more but by this pass
 * gives   max(z, 0), min(z, 0), abs(z) and conditions without events that
 *         compare z with zero are if-expressions with event relations in the
 *         equations that vanish with z. Not where a branch holds a function
 *         that is not defined everywhere.
 * keeps   the other equations, and what these mean
 * cost    linear in the equations of loops with kinks, and for each z in those
 *         that hold what vanishes
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_LOOP_KINKS_H
#define FOUCAULT_REDUCE_STRUCTURE_LOOP_KINKS_H

#include "reduce/system/system.h"

bool loop_kinks_find(System *sys, Session *s);

#endif
