/* homotopy.h: equations with homotopy(actual, simplified).
 *
 * While the model runs the actual expression alone counts, and its structure.
 * In initialization both do (MLS 3.7.4.4): s*actual + (1 - s)*simplified, with
 * s = System.homotopy, with which the FMU goes from 0 to 1 to find the
 * solution that is meant, and which is 1 then. An equation that is
 * differentiated keeps the actual expression in its derivatives.
 *
 * needs   lowering is done: if initial() then both else actual
 * gives   residuals with the actual expression; of given equations
 *         start_residual with both; initial equations with both. The value
 *         of a discrete variable keeps initial(), by which it has both
 * cost    one walk over each equation
 */
#ifndef FOUCAULT_REDUCE_SIMPLIFY_HOMOTOPY_H
#define FOUCAULT_REDUCE_SIMPLIFY_HOMOTOPY_H

#include "reduce/system/system.h"

bool homotopy_separate(System *sys, Session *s);

#endif
