/* block_walk.h: follows a branch of solutions, point by point.
 *
 * A loop is solved at points between the anchor (block_track.h) and the present
 * values: everything that was given there is on the straight line from one to
 * the other. Each point is near enough to the last that the solution lies where the two before
 * lead to, that Newton's method contracts from there, and that the determinant
 * does not fall by more than half. A change of its sign counts only between two
 * points at which it has nearly vanished (TRACK_RESOLVED): branches that only
 * come close to each other do not cross.
 *
 * needs   block_track_may()
 * cost    10 to 100 evaluations of the model up to the loop
 */
#ifndef FOUCAULT_BLOCK_WALK_H
#define FOUCAULT_BLOCK_WALK_H

#include "block_track.h"

typedef enum TrackVisit {
  TRACK_UNSOLVED,
  TRACK_SOLVED, /* no other solution is as near to the guess */
  TRACK_NEARLY, /* another one may be */
  TRACK_DOUBLE, /* the Jacobian is singular there */
  TRACK_FLOATS  /* it hardly counts what an unknown is (a node that floats) */
} TrackVisit;

/* On the way: what the guess has led to; sign and binary logarithm of the
 * determinant. */
void block_walk_found(Instance *inst, const Block *block, TrackVisit visit,
                      int sign, double size);
/* Is a correction of this size, relative to the unknowns, nothing but rounding,
 * with a determinant of this size? */
bool block_walk_is_rounding(const Instance *inst, const Block *block,
                            double correction, double size);
/* On the way: near a place where branches meet? */
bool block_walk_is_near(const Instance *inst, const Block *block);

typedef enum TrackEnd {
  TRACK_NONE,      /* there was no track */
  TRACK_ARRIVED,   /* the solution is in v->real */
  TRACK_ENDED,     /* the branch ends on the way */
  TRACK_LOST,      /* nothing is known */
  TRACK_UNDECIDED, /* branches meet, and none goes smoothly on */
} TrackEnd;

/* Follows the branch from the anchor to the present values. doubted: of the
 * solution that is in v->real; its sign is 0: there is none. v->real is as
 * before, but for the unknowns where it arrives. */
TrackEnd block_walk_go(ModelValues *v, const Block *block, BlockWork *w,
                       const TrackPoint *doubted);

#endif
