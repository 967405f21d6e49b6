/* dummy_cross.h: a step that has led over a place where constraints depend on
 * each other.
 *
 * Where two branches of the constraints cross, their Jacobian loses a rank at an
 * isolated point: Cardan angles at 90 degrees, bars of a parallelogram in one
 * line. Every choice of states is singular there, and next to it rounding is
 * all that the equations say. A solution that arrives smoothly leaves smoothly
 * by one branch alone, the one that goes straight on; the other one asks for a
 * jump of velocities, which no finite force makes.
 *
 * A step need not be short to show this. Between its ends the states follow the
 * cubic through both (Hermite); on it the place is enclosed by the sign of the
 * determinant of the chosen columns. Four points beside it, CROSS_BESIDE and
 * CROSS_BEYOND of what the candidates are from it, say what it is: where the
 * directions S (dummy_pivot.h) are the same at all of them two branches cross,
 * since those that only come close to each other turn away there. Directions
 * also have to be nearly those of both ends of the step.
 *
 * What remains open: branches that come closer to each other than about the
 * square root of a rounding. So a warning (crossing_note.h) names the place.
 *
 * needs   dummy_pivot_measure() of the present values, a kept point
 * keeps   the instance: it is where it was, with fresh values
 * cost    some 25 evaluations, where the sign has changed in a long step
 */
#ifndef FOUCAULT_DUMMY_CROSS_H
#define FOUCAULT_DUMMY_CROSS_H

#include "../core/instance.h"

/* Has the step from the kept to the present point gone straight on through a
 * crossing, where the determinant of a level (from 0) of a set has changed its
 * sign? */
bool dummy_cross_is_straight(Instance *inst, int s, int level);

#endif
