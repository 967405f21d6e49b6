/* block_kinsol.h: a nonlinear block by KINSOL.
 *
 * The fall-back after block_newton.c: another measure of progress (the
 * Euclidean norm of the scaled residuals, with sufficient decrease of step
 * and slope; Dennis and Schnabel, section 6.3.2), steps limited in length, and
 * signs of unknowns kept where minimum or maximum is zero.
 *
 * needs   v->instance; guesses in v->real; a block of up to 500 unknowns
 * gives   values near a solution in v->real, and 0; still to be iterated
 * fails   non-zero: no solution, or memory is short
 * cost    memory from the heap, given back before it returns: nothing of it is
 *         part of the instance's state
 *
 * It is reached through Block.fall_back only, so that FMUs without nonlinear
 * blocks do not contain KINSOL.
 */
#ifndef FOUCAULT_BLOCK_KINSOL_H
#define FOUCAULT_BLOCK_KINSOL_H

#include "../model.h" /* declares block_kinsol(); non-zero: failed */

#endif
