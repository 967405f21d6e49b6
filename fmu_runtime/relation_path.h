/* relation_path.h: relations that chase each other in an event iteration.
 *
 * An event iteration sets all relations from the solution that belongs to the
 * old ones, again and again. Friction, clutches, diodes may turn in a circle
 * that way: "slides forward" gives a solution that slides backward, which
 * gives one that slides forward, and the one between them, which sticks, is
 * never looked at. As soon as the relations are what they were in a round
 * before (Brent's method finds it with one kept copy), the way from the last
 * solution to the next is walked instead: only what changes first on it
 * changes, and the next walk begins there. For a characteristic of straight
 * pieces without jumps this is Katzenelson's method, which ends at the
 * solution.
 *
 * paper   Katzenelson, Bell Syst. Tech. J. 44(8), 1965
 *         Brent, BIT 20, 1980
 */
#ifndef FOUCAULT_RELATION_PATH_H
#define FOUCAULT_RELATION_PATH_H

#include "instance.h"

/* Round `round` of an event iteration begins, with its crossings in
 * inst->crossing. The iteration itself begins with round 0. */
void relation_path_round(Instance *inst, int round);

/* Is the way walked? */
bool relation_path_walks(const Instance *inst);

/* Do the relations turn in a circle even so? Then no values of them agree with
 * what they compare. */
bool relation_path_is_lost(const Instance *inst);

/* Where on the way relation k changes, which the crossings say it does: from
 * 0 to 1. Where no way is walked: 0. */
double relation_path_place(const Instance *inst, int k);

/* The round ends: everything up to `place` was changed. */
void relation_path_advance(Instance *inst, double place);

/* So many rounds are enough. */
int relation_path_most_rounds(const Instance *inst);

#endif
