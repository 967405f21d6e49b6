/* index_angles.h: angles as states, where constraints are circles.
 *
 * needs   pantelides() is done
 * gives   other equations. A differentiated constraint that is a circle
 *         a^2 + b^2 = r^2 (circles.h) is replaced by
 *           a = r cos(phi),  b = r sin(phi)
 *         phi is a new variable, preferred as state. Then dummy derivatives are
 *         chosen: rods in a plane have one choice of states that is good
 *         everywhere, and nothing is exchanged while the FMU runs.
 *         In initialization the constraint itself holds, and phi is the angle
 *         of a and b: start values do what they do with dummy derivatives
 * keeps   all variables of the model; constraints of other kinds, and circles
 *         of variables that the user wants as states
 * fails   what the passes report that run again: pantelides.h, regular.h
 *         W306 no constraint is a circle
 * cost    linear in the differentiated constraints, then as these
 *
 * Polynomials, which integrators approximate a solution by, fit the angle of
 * a rod that turns better than they fit sines and cosines of it: at the same
 * error a pendulum takes 1.6 times the steps in x and y.
 */
#ifndef FOUCAULT_REDUCE_INDEX_INDEX_ANGLES_H
#define FOUCAULT_REDUCE_INDEX_INDEX_ANGLES_H

#include "reduce/system/system.h"

/* True: the equations are others now (index_again.h), of which dummy
 * derivatives are chosen. */
bool index_angles_change(System *sys, Session *s);

/* These, and what holds in initialization. */
bool index_angles_select(System *sys, Session *s);

#endif
