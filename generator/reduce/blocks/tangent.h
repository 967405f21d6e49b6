/* tangent.h: how every block changes with what it is computed from.
 *
 * needs   a finished sequence of blocks
 * gives   the exact partial derivatives of each assignment and residual with
 *         respect to time and all Real variables that are not constant, the
 *         unknowns of BLOCK_SOLVE left out (its Jacobian has them), and the
 *         parameters too unless they are wanted: while the model runs they
 *         stay as they are
 *         An assignment that calls a function with several arguments has its
 *         whole change along a direction instead (ReducedBlock.along), for one
 *         call of the derivative, whatever the number of arguments
 * cost    one gradient per equation
 *
 * From these the generated code computes directional derivatives of the whole
 * sequence, forward, block by block.
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_TANGENT_H
#define FOUCAULT_REDUCE_BLOCKS_TANGENT_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

void tangent_fill(const System *sys, Walk *walk, BlockSequence *sequence,
                  bool parameters, Arena *arena);

/* Without the parameters; blocks that `known` has too (plan.h) get what was
 * found there. */
void tangent_fill_known(const System *sys, Walk *walk, BlockSequence *sequence,
                        const BlockSequence *known, Arena *arena);

/* With the parameters and what is kept from event to event: discrete Reals,
 * pre(v). */
void tangent_fill_all(const System *sys, Walk *walk, BlockSequence *sequence,
                      Arena *arena);

#endif
