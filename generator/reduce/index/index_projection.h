/* index_projection.h: velocities along the constraints, positions as states.
 *
 * needs   pantelides() is done
 * gives   other equations, whose dummy derivatives are chosen then. For the
 *         constraints g(x) = 0 of one block that were differentiated nu >= 2
 *         times, with C = dg/dx (k rows, n columns) and x' the derivatives of x:
 *         - D with C D = 0 is known by formulas (null_space.h): x' = D u
 *           replaces g = 0, or x' = D u + C^T v and g' = 0 where g depends on
 *           time or on what other blocks determine
 *         - C depends on time alone: the same for x instead of x',
 *           x = D chi, or x = D chi + C^T psi and g = 0
 *         - rows of C that are numbers throughout, and C with n = k: the
 *           constraints are solved for k of the x, as dummy derivatives do
 *         - no formula: g' = 0 replaces g = 0, and u = B^T x' with B a frame
 *           that the runtime makes by QR (System.frame), so that B^T D = 1; of
 *           x and g themselves where C depends on time alone
 *         - constraints of different orders, many of them, or C with what D
 *           must not hold: g' = 0 alone replaces g = 0. u are n-k of the x',
 *           chosen while the FMU runs, D = (1, -C2^-1 C1) of the columns at
 *           hand
 *         g = 0 holds at the start wherever it was replaced.
 * keeps   equations that were differentiated less than twice
 * fails   what the passes report that run again: pantelides.h, regular.h
 * cost    that of null_space.h for each block, then as these
 * paper   Shmoylova, Gerhard, Postma, Roche, projection of Hessenberg systems
 *
 * States: n + (nu-1)(n-k) for each block, instead of n nu without projection.
 * g' = 0 holds exactly, g itself drifts as t does.
 */
#ifndef FOUCAULT_REDUCE_INDEX_INDEX_PROJECTION_H
#define FOUCAULT_REDUCE_INDEX_INDEX_PROJECTION_H

#include "reduce/system/system.h"

/* True: the equations are others now (index_again.h), of which dummy
 * derivatives are chosen. */
bool index_projection_change(System *sys, Session *s);
/* Dummy derivatives of these; frames that are not needed are dropped. */
bool index_projection_select(System *sys, Session *s);

#endif
