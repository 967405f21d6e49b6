/* jump_law.h: what stays where constraints jump, for reports.
 *
 * needs   System.jump (jumps.h); expressions can still be made
 * gives   ReducedJumps.leaper: variables that may jump with a constraint;
 *         ReducedJumps.law_sum: sums that stay, as C1*v1 - C2*v2. They follow
 *         from the equations with der() when the impulses are eliminated.
 *         Without sums where the factors are not constant, or where there are
 *         more than JUMP_LAW_MOST equations.
 * cost    none where no report is asked for
 */
#ifndef FOUCAULT_REDUCE_JUMP_LAW_H
#define FOUCAULT_REDUCE_JUMP_LAW_H

#include "reduce/index/jumps.h"
#include "reduce/system/reduced.h"

enum { JUMP_LAW_MOST = 60 };

void jump_law_find(const System *sys, Walk *walk, const JumpReach *reach,
                   ReducedJumps *jumps, Arena *arena, Arena *scratch);

#endif
