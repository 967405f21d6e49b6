/* dummy_turn.h: is a branch of the constraints continued smoothly?
 *
 * S (dummy_pivot.h) says in which directions the constraints let the variables
 * move. Along a branch these directions turn continuously, also through a place
 * where two branches cross: there the constraints depend on each other, and the
 * determinant of the chosen columns changes its sign on the way that goes
 * straight on. Where a step goes on with another branch the directions jump,
 * however short the step is. So a step is trusted only where they have turned a
 * little, and neither end is so near to a crossing that its branch is not known.
 *
 * Branches that only come close to each other turn sharply instead of crossing.
 * A step over a crossing is therefore trusted only where it is as short as errors
 * of the states may be.
 *
 * Of large sets (WATCH_LARGE) S is not kept: they have the sign alone.
 */
#ifndef FOUCAULT_DUMMY_TURN_H
#define FOUCAULT_DUMMY_TURN_H

#include "../core/instance.h"

/* S of a level of a set (both from 0) at the present point, n_other columns. */
void dummy_turn_take(const Instance *inst, int s, int level,
                     const double *matrix, int n_other);
/* The matrix of level 1 at the present point. */
void dummy_turn_take_rows(const Instance *inst, int s, const double *entry);
/* The choice of a level is another one: what was measured does not count. */
void dummy_turn_forget(const Instance *inst, int s, int level);
/* The present point is accepted. */
void dummy_turn_keep(const Instance *inst);

/* Has a short step, in which S hardly changed at a level (from 0), led straight
 * on, where the candidates move among themselves? False where it is not known. Needs dummy_pivot_measure() of the present values. */
bool dummy_turn_is_straight(Instance *inst, int s, int level);

/* The same, of any step, at the present point: does nothing outside of the set
 * move the candidates? */
bool dummy_turn_moves_by_itself(Instance *inst, int s);

/* S at a point on the way becomes a mark (dummy_cross.h), and how much a row has
 * changed since the kept point, or since the mark, at most: HUGE_VAL, it is not
 * known. */
void dummy_turn_mark(const Instance *inst, int s, int level);
double dummy_turn_change(const Instance *inst, int s, int level,
                         bool since_mark);
/* What a column stands for, not differentiated: a value reference, or -1. */
int dummy_turn_lowest(const SelectionSet *set, int c);

/* Have directions jumped since the kept point, at a level from 0? Needs the
 * same. */
bool dummy_turn_has_jumped(const Instance *inst, int s, int level);

/* The smallest gradient of a row, in parts of the largest that it has had. Needs
 * dummy_pivot_factor() of the present values. */
double dummy_turn_smallest(const Instance *inst, int s);
/* The gradients are those of an accepted point. */
void dummy_turn_keep_rows(const Instance *inst, int s);
/* The same of one row, given how large its gradient is. */
double dummy_turn_part(const Instance *inst, int s, int row, double size);

#endif
