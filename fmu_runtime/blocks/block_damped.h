/* block_damped.h: to a solution of nonlinear equations that depend on each
 * other there, or from where Newton's steps lead nowhere: the sum of the
 * squares of the residuals falls with each step (Levenberg and Marquardt, with
 * the damping of Nielsen: Madsen, Nielsen, Tingleff, Methods for Non-Linear
 * Least Squares Problems, section 3.2).
 *
 * needs   unknowns in v->real where the Jacobian is finite
 * gives   true: the equations are nearly met; where they are independent,
 *         Newton's method finds the solution from there. What was nearest is
 *         noted (block_work.h) in any case
 * fails   no step makes the residuals smaller, or too slowly; the model has
 *         not announced a block of this size
 * cost    per iteration the elimination of a dense matrix of the block's size,
 *         and the product of its Jacobian with itself
 */
#ifndef FOUCAULT_BLOCK_DAMPED_H
#define FOUCAULT_BLOCK_DAMPED_H

#include "block_linear.h"

bool block_damped_approach(ModelValues *v, const Block *block, BlockWork *w);

#endif
