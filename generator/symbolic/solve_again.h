/* solve_again.h: many equations that are alike, each solved for its unknown.
 *
 * As solve_for_known() solves them. Where equations differ in their variables
 * only, and the unknown stands at the same places, one is solved and the
 * others repeat what was made of it (replay.h).
 */
#ifndef FOUCAULT_SYMBOLIC_SOLVE_AGAIN_H
#define FOUCAULT_SYMBOLIC_SOLVE_AGAIN_H

#include "symbolic/replay.h"
#include "symbolic/solve_for.h"

/* from.e: the residual. `replay` is used for nothing else. */
ExprId solve_for_again(Replay *replay, Walk *walk, ReplayFrom from, VarId x,
                       const SolveKnown *known, ExprId *divisor);

#endif
