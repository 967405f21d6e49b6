/* block_open.h: nonlinear equations whose branches leave something open.
 *
 * A line between two open switches has a voltage that nothing determines: with
 * the branches that are taken its equations follow from each other. The rest of
 * the block is not concerned. So does a flow that is zero, with the temperature
 * that it carries, or where a valve shuts; in initialization that is left to the
 * other methods (block_newton.h). Newton's method by the shortest steps finds the
 * solution that is nearest to the guess, so that what is open stays where it
 * is. For linear blocks block_linear.h does the same.
 *
 * needs   block->may_open; the guess in w->guess; Newton's method has come to a
 *         singular Jacobian
 * gives   a solution at which all equations hold, those that follow from others
 *         too; it is reported once
 * fails   false: there is none near the guess
 * cost    n^3 per step, dense
 * paper   Ben-Israel, J. Math. Anal. Appl. 15, 1966: Newton's method with the
 *         generalized inverse
 */
#ifndef FOUCAULT_BLOCK_OPEN_H
#define FOUCAULT_BLOCK_OPEN_H

#include "block_linear.h"

bool block_open_solve(ModelValues *v, const Block *block, BlockWork *w);
/* The same where a loop rests on a boundary (block_track_rest()) and another
 * solution meets its own. That is a moment: it stays as it was. */
bool block_open_rests(ModelValues *v, const Block *block, BlockWork *w);

#endif
