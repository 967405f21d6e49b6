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
 * Where that turns in a circle too, a relation that has changed may say at
 * once that it is to change back: beyond its boundary the solution comes
 * nearer to it, in place of going away, as that of an amplifier with positive
 * feedback between its limits. There the way leads on in the opposite direction
 * to the next boundary, beyond which it turns again: so a trigger that has come
 * to the end of one branch is led to the other one.
 *
 * paper   Katzenelson, Bell Syst. Tech. J. 44(8), 1965
 *         Chien and Kuh, IEEE Trans. Circuits Syst. 24(6), 1977
 *         Brent, BIT 20, 1980
 */
#ifndef FOUCAULT_RELATION_PATH_H
#define FOUCAULT_RELATION_PATH_H

#include "../core/instance.h"

/* Round `round` of an event iteration begins, with its crossings in
 * EventWork.crossing. The iteration itself begins with round 0. */
void relation_path_round(Instance *inst, int round);

/* Is the way walked? */
bool relation_path_walks(const Instance *inst);

/* Do the relations turn in a circle even so? Then no values of them agree with
 * what they compare. */
bool relation_path_is_lost(const Instance *inst);

/* Where on the way relation k changes, which the crossings say it does: from
 * 0 to 1. Where no way is walked: 0. */
double relation_path_place(const Instance *inst, int k);

/* Relation k is the first to change, at `place`: does the way lead on in the
 * opposite direction? */
bool relation_path_turns_back(const Instance *inst, int k, double place);
/* How far in that direction relation k is on its boundary, in parts of the way;
 * HUGE_VAL: nowhere. */
double relation_path_backwards(const Instance *inst, int k);

/* The round ends: everything up to `place`, which is below 0 in the opposite
 * direction, was changed. k: the only relation among it; -1: several, none. */
void relation_path_advance(Instance *inst, double place, int k);

/* They do. Relations that say of both their values that it is the other one, by
 * a distance that is nothing beside their size, get a wider hysteresis: a diode
 * whose current is the small difference of large ones. False: there is none. */
bool relation_path_widens(Instance *inst);

/* So many rounds are enough. */
int relation_path_most_rounds(const Instance *inst);

#endif
