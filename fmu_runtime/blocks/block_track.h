/* block_track.h: which of several solutions does the last one lead to?
 *
 * A loop F(y, u) = 0 may have several solutions. While time and states move from
 * the last accepted point to the present one, solutions move along branches, and
 * branches may cross. Where they do the Jacobian is singular, and on the branch
 * that goes smoothly on its determinant changes its sign; on the one that bends
 * off it keeps its sign. So neither the sign nor nearness tells them apart.
 *
 * Here is kept what is needed to see that a solution may be of another branch:
 * a point at which the branch is known, and determinants. Where it may be, the
 * branch is followed from there (block_walk.h).
 *
 * The anchor is an accepted point (Model Exchange: the last evaluation) at which
 * no determinant has nearly vanished: there the branch is known.
 *
 * needs   a block of the continuous system, not linear, not of a set, and not a
 *         constraint (constraint_watch.h)
 * cost    per accepted point one copy of the Reals
 */
#ifndef FOUCAULT_BLOCK_TRACK_H
#define FOUCAULT_BLOCK_TRACK_H

#include "block_guess.h"
#include "block_linear.h"
#include <stdbool.h>

/* A solution and the determinant there. */
typedef struct TrackPoint {
  double part; /* of the way from the anchor: 0 ... 1 */
  int sign;    /* 0: not known */
  double size; /* binary logarithm of the determinant */
} TrackPoint;

/* A place at which branches meet, and none goes on alone where the solution
 * that was followed leads. */
typedef struct TrackMeeting {
  int block;   /* Block.store; 0: none */
  int n_known; /* solutions just beyond: up to 2 */
  int is_back; /* the track led back in time, as importers do on trial */
  double time;
} TrackMeeting;

typedef struct TrackState {
  int has_anchor;
  double before_time; /* of the anchor before it */
  int age;            /* accepted points since the anchor was set */
  int walking;        /* Block.store of the block that is tracked; 0: none */
  int visit;          /* what was found in the last evaluation: TrackVisit */
  int near;           /* determinants have nearly vanished */
  TrackPoint found;
  int passed;  /* crossings on the last track */
  int unclear; /* Block.store: the last track ends where branches are one */
  int floats;  /* something does on the last track: TRACK_FLOATS */
  TrackMeeting met;     /* on the last track */
  TrackMeeting waiting; /* to be reported (block_meeting.h) */
  double reported;      /* time of the last report */
} TrackState;

/* A part of the instance. */
typedef struct BlockTrack {
  int n; /* Reals that are kept; 0: no block can be tracked */
  TrackState *state;
  double *anchor, *present; /* [n] */
  double *last, *slope; /* [largest block] solution and slope on the track */
  double *expected;     /* the same, of the point at hand */
  double *steep, *other, *second; /* slope where it ends, solutions beyond it */
  double *waiting[2];             /* those of state->waiting */
  double *met[2];                 /* solutions just beyond state->met */
  double *mark_slope, *bend;      /* slope at its last mark, change of it */
  double *given, *torn, *guess;   /* of the BlockWork meanwhile */
  /* [n_blocks]: of determinants, at the present solution, the anchor, the
   * anchor before it, the largest so far, and how much it changes, as binary
   * logarithms; signs, 0: not known */
  double *size, *anchor_size, *before_size, *largest, *pace;
  signed char *sign, *anchor_sign, *before_sign;
  int *rests;       /* [n_blocks] 1 + relation; 0: see block_track_rest() */
  double *crossing; /* [n_relations] workspace */
} BlockTrack;

static inline BlockTrack *block_track_of(const Instance *inst)
{
  return inst->part[PART_BLOCK_TRACK];
}

/* Is it one of the blocks that are tracked? Of others no determinant is asked
 * for. */
bool block_track_counts(const Instance *inst, const Block *block);
/* Can this block be tracked at present? */
bool block_track_may(const Instance *inst, const Block *block);
/* Is it being tracked, the evaluation at hand being a point on the way? */
bool block_track_walks(const Instance *inst, const Block *block);
/* Is any? */
bool block_track_is_busy(const Instance *inst);
/* Was the last point too near to a place where branches meet? */
bool block_track_is_old(const Instance *inst);

/* The block is solved: a determinant of this sign (0: not known) and binary
 * logarithm. */
void block_track_note(Instance *inst, const Block *block, int sign,
                      double size);
/* Might that solution, found from a guess (NULL: at once), belong to another
 * branch than that of the anchor? */
bool block_track_doubts(const Instance *inst, const Block *block,
                        const double *guess, int sign, double size);

/* Size of unknown number j of the block. */
static inline double block_track_unknown_size(const Instance *inst,
                                              const Block *block, int j)
{
  double size = block_guess_size_of(inst, block, j);
  return size > 0 ? size : block->nominal[j];
}
/* Determinants of block number b that have nearly vanished are below this, as a
 * binary logarithm: a small part of the largest, and of that at the anchor. */
double block_track_small(const Instance *inst, int b);

/* Is a determinant of this size nothing but rounding? */
bool block_track_is_nothing(const Instance *inst, const Block *block,
                            double size);

/* The loop rests on the boundary of relation k from now on, which its own
 * unknowns tell; -1: it does not (events/loop_edge.h). A solution on the boundary
 * is the one that is followed, although the Jacobian is singular where it meets
 * another one. The second one: is the solution at hand such a one? */
void block_track_rest(Instance *inst, const Block *block, int k);
bool block_track_rests(Instance *inst, const Block *block);

/* The present values belong to an accepted point; the last one is forgotten. */
void block_track_keep(Instance *inst);
void block_track_forget(Instance *inst);
/* The model has been evaluated. */
void block_track_evaluated(Instance *inst);

#endif
