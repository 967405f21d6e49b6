/* dummy_branch.h: has a step stayed on its branch of the constraints?
 *
 * Constraints such as x^2 + y^2 = L^2 have several solutions for the chosen
 * variables, and every residual vanishes on each of them. The bound on S (see
 * dummy_pivot.h) keeps a step away from the places where branches meet; these
 * tests are the insurance. They complement each other: where positions stay
 * and velocities flip the determinant keeps its sign, and where Newton's
 * method follows through the fold there is no jump.
 */
#ifndef FOUCAULT_DUMMY_BRANCH_H
#define FOUCAULT_DUMMY_BRANCH_H

#include "../core/instance.h"

/* Largest difference between the change of a chosen variable since the kept
 * point and what its derivatives say (trapezium or Hermite rule), relative to
 * its size; 0 where nothing is kept or time has not gone on. */
double dummy_branch_jump(const Instance *inst);

/* Has no chosen variable jumped since the kept point? False, reason noted.
 * For accepted steps of an integrator, which are short; needs fresh values. */
bool dummy_branch_is_smooth(Instance *inst);

/* Have the determinants of the chosen columns the sign of the kept point?
 * False, reason noted. For steps of any length; needs dummy_pivot_measure()
 * of the present values. */
bool dummy_branch_keeps_sign(Instance *inst);

/* Have no directions jumped since the kept point (dummy_turn.h)? False, reason
 * noted. Needs the same. */
bool dummy_branch_is_continuous(Instance *inst);

/* Is no constraint as good as singular in itself: has each a gradient that is
 * not small beside the largest that it has had? False, reason noted. Needs the
 * same; the gradients are remembered. */
bool dummy_branch_is_regular(Instance *inst);

#endif
