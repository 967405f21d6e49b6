/* implicit.h: the continuous system for a solver that has the derivatives
 * itself, without the superfluous equations.
 *
 * needs   the continuous sequence; superfluous.h has marked what is not needed
 * gives   r->implicit. The blocks that compute slopes (Var.is_slope), and
 *         those that compute the variables below their dummies, are left out
 *         of the sequence; their equations, but for the superfluous ones,
 *         become rows of F(t, y, y') = 0. y are the states, the candidates of
 *         selection sets, the unknowns of large loops, and these variables.
 *         Where a block has superfluous equations alone and nothing reads its
 *         slopes, it is left out and nothing else changes.
 * fails   exists is false: nothing is superfluous, or reinit() may bring
 *         forces that only the explicit form knows (contact.h of the runtime),
 *         or a slope says how far back a delay or a line reads
 * cost    linear
 *
 * Example, x' + y' = 1 and x = 2 y: the explicit form has the state y and
 * solves x' + y' = 1, x' = 2 y'. Here both equations are rows as they stand,
 * and y = (y, x).
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_IMPLICIT_H
#define FOUCAULT_REDUCE_BLOCKS_IMPLICIT_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

void implicit_make(const System *sys, Walk *walk, ReducedSystem *r,
                   Arena *arena, Arena *scratch);

#endif
