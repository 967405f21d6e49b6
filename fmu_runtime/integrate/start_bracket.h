/* start_bracket.h: one equation, whose sign is looked for on both sides.
 *
 * At its start value an equation may not depend on its unknown at all: the
 * temperature of a fluid that boils does not say its enthalpy, nor does the
 * vapor quality of a liquid. No method that follows slopes leads away from
 * there. An event may change an equation to one that says nothing where its
 * unknown is: what flows out of a port that was closed. Values on both sides are tried, ever farther, until the residual has
 * another sign, and the way to there is halved.
 *
 * needs   the turn of initialization where start values have led to nothing
 *         (AFAR_DAMPED), or an evaluation beside the steps of an integrator
 *         that may find a solution far away; Newton's method has failed, from
 *         w->given
 * gives   true: Newton's method has found the solution where the sign changes
 * fails   false: it is another turn, or more than one equation; there is no such
 *         place between the bounds of the unknown, a value before it does not
 *         exist, or the residual jumps through zero. In initialization the
 *         unknown is anywhere then
 * cost    a hundred residuals
 */
#ifndef FOUCAULT_START_BRACKET_H
#define FOUCAULT_START_BRACKET_H

#include "../blocks/block_work.h"
#include "../model.h"
#include <stdbool.h>

bool start_bracket_solve(ModelValues *v, const Block *block, BlockWork *w);

#endif
