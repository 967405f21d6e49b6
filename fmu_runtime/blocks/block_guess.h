/* block_guess.h: where the iteration of a nonlinear block begins.
 *
 * Values that an integrator has tried and dropped are not a good beginning:
 * they may lie on another branch of the solution. So the unknowns of nonlinear
 * blocks are kept at the last two accepted points, and guesses are
 * extrapolated from there. Only a second evaluation at the same time continues
 * from what the first one has found. In Model Exchange nobody reports reliably
 * which points are accepted: an evaluation continues from the one before it,
 * or, where time has gone back, from the last one that lies before.
 */
#ifndef FOUCAULT_BLOCK_GUESS_H
#define FOUCAULT_BLOCK_GUESS_H

#include "../core/instance.h"
#include "block_linear.h"
#include <stdbool.h>

/* Unknowns of nonlinear blocks at accepted points. */
typedef struct GuessState {
  int n_points;   /* that are kept: up to 2 */
  double time[2]; /* of them, the last one first */
  double reach;   /* length of the longest of the last steps */
  int jumped;     /* since the last of them: Block.store, 0: none */
  double jumped_time;
  int held;      /* the same, in the last evaluation: the last solution stands
                     for one that does not exist any more */
  int evaluated; /* the model, successfully */
  double evaluated_time;
} GuessState;
/* A part of the instance. */
typedef struct BlockGuess {
  int n;
  GuessState *state;
  int *first;      /* [n_blocks] place of each block's unknowns */
  double *kept[2]; /* [n] the last point first */
  double *size;    /* [n] of each unknown at the points so far; fades */
  /* of determinants at the last solution, at the last point; 0: not known */
  signed char *sign, *kept_sign; /* [n_blocks] */
  unsigned char *relation;       /* at the last point; [n_relations], or none */
} BlockGuess;

static inline BlockGuess *block_guess_of(const Instance *inst)
{
  return inst->part[PART_BLOCK_GUESS];
}

/* Are there blocks whose guesses are kept? */
static inline bool block_guess_is_used(const Instance *inst)
{
  return block_guess_of(inst)->n > 0;
}

/* The present values belong to an accepted point (Co-Simulation). True: a
 * solution has jumped on the way there. */
bool block_guess_keep(Instance *inst);

/* Is the present time that of the last accepted point? */
bool block_guess_is_at_kept(const Instance *inst);

/* Something has jumped: what was kept says nothing about what comes. */
void block_guess_forget(Instance *inst);
/* Another run begins. */
void block_guess_reset(Instance *inst);

/* The model has been evaluated at the present time. */
void block_guess_evaluated(Instance *inst);

/* Sets the unknowns to what they are expected to be. False, nothing changed:
 * the present values are the best guess. */
bool block_guess_set(Instance *inst, const Block *block);

/* The model is about to be evaluated. */
void block_guess_begin(Instance *inst);

/* Does the block's solution continue one that is kept? While integrating. */
bool block_guess_follows(const Instance *inst, const Block *block);
/* Sign of the determinant of its Jacobian there; 0: not known. */
int block_guess_sign(const Instance *inst, const Block *block);
/* Do relations say the same as there? An event changes them, and so does one
 * that rests, or that the model slides along. */
bool block_guess_has_branches(const Instance *inst);
/* The sign at the solution just found. */
void block_guess_note_sign(Instance *inst, const Block *block, int sign);
/* The signs of all blocks, for who tries values that are none of the model's and
 * comes back: sign [n_blocks]. */
void block_guess_get_signs(const Instance *inst, signed char *sign);
void block_guess_put_signs(Instance *inst, const signed char *sign);
/* How large its unknown number j was of late; 0: not known. */
double block_guess_size_of(const Instance *inst, const Block *block, int j);
/* In a step of an integrator that can be tried with a shorter one: are the
 * unknowns where the points that are kept do not lead, and near none of them?
 * Needs a block that follows.
 * A step may be long enough to miss the end of a branch, and equations flat
 * enough for Newton's method not to notice. */
bool block_guess_is_far(const Instance *inst, const Block *block);
/* Is the time inside of a step of an integrator that is done? */
bool block_guess_looks_back(const Instance *inst);
/* For an integrator that has values of its own for the unknowns, and keeps no
 * points: before and after an evaluation. Are the solutions near them? */
void block_guess_expect(Instance *inst);
bool block_guess_is_met(const Instance *inst);
/* Sets the unknowns to the nearest solution that is kept. */
void block_guess_return(Instance *inst, const Block *block);

/* May the solution be one that is not near the last accepted point? In
 * initialization and events, beside the steps of an integrator, and where its
 * step has become so short that a near one does not exist: before that a
 * shorter step comes first. In continuous-time mode of Model Exchange never. */
bool block_guess_may_jump(const Instance *inst);

/* It was such a solution: the accepted point that follows is a new beginning,
 * and is reported. */
void block_guess_jumped(Instance *inst, const Block *block);

/* Model Exchange, where the branch has no solution any more: holds the last
 * one. Importers may have come here on trial, and the derivatives stay
 * continuous. An event indicator changes its sign, and at the event another
 * solution is found. False: not in that mode. */
bool block_guess_hold(Instance *inst, const Block *block);
/* Was that done in the last evaluation? */
bool block_guess_is_held(const Instance *inst);

/* --- elsewhere --- */

/* Where else the loops of initialization may begin, when start
 * values have led to nothing (initialize.c).
 *
 * AFAR_DAMPED   from the start values, by steps along which the sum of squares
 *               falls (block_damped.h)
 * from AFAR_SIZES on: what has no start value, and so began at zero, is as large
 * as that: 1, 10, 100, 1000 nominal values, or less than zero. Equations may say
 * nothing at zero: the irradiance of a cell that gives no power below a limit.
 * The relations are guessed at such a point as well.
 */
enum { AFAR_NOT, AFAR_DAMPED, AFAR_SIZES, AFAR_END = AFAR_SIZES + 8 };

/* The unknowns that began at zero, w->given, get the size. False: it is none of
 * these, or all unknowns began elsewhere, or they are too many. */
bool block_guess_afar(ModelValues *v, const Block *block, const BlockWork *w,
                      int afar);

#endif
