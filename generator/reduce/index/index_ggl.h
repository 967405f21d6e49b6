/* index_ggl.h: constraints on all levels, each with a multiplier of its own.
 *
 * needs   pantelides() is done
 * gives   other equations. Where g was differentiated nu times, g and its
 *         derivatives up to nu-1 become equations of the model, and the chains
 *         of the variables they hold are broken: with x[p] the variable p
 *         derivatives below the highest one, instead of der(x[p]) = x[p-1]
 *           der(x[p]) = x[p-1] + sum_i dg_i/dx[nu_i] mu_i,    2 <= p <= nu
 *         The multipliers mu vanish in the exact solution. What comes out has
 *         index 2; it is differentiated once more and dummy derivatives are
 *         chosen, level by level apart from each other.
 *         Equations with nu < 2 stay as they are.
 * keeps   the model's own variables: those that stood for der(x) are
 *         velocities now; Monitor.residual stays true
 * fails   what the passes report that run again: pantelides.h, regular.h
 * cost    linear in the derivatives of the constraints, then as these
 * paper   Gear, Leimkuhler, Gupta, J. Comput. Appl. Math. 12, 1985
 */
#ifndef FOUCAULT_REDUCE_INDEX_INDEX_GGL_H
#define FOUCAULT_REDUCE_INDEX_INDEX_GGL_H

#include "reduce/system/system.h"

/* True: the equations are others now (index_again.h), of which dummy
 * derivatives are chosen. */
bool index_ggl_change(System *sys, Session *s);

#endif
