/* dummy_pivot.h: which candidates of a selection set are states, now.
 *
 * The room states/ owns the choice of states and the constraints between them:
 * selection sets (dummy_*), coordinates along constraints
 * (coordinate_frame.h), the way back to constraints that drift away (drift.h),
 * constraints that become singular (constraint_watch.h), loops on the boundary
 * of a relation (block_edge.h), derivatives that go backward (adjoint.h). It
 * calls blocks/ and the rooms below. Begin with this file.
 *
 * Mattsson and Soederlind, SIAM J. Sci. Comput. 14(3), 1993, section 4. With D
 * the chosen columns of a level and I the others, in nominal units,
 *
 *   S = G_D^-1 G_I
 *
 * says how strongly the chosen variables depend on the states: swapping D_i
 * for I_j multiplies |det G_D| by |S_ij|, so max |S| measures both the growth
 * of errors and what a better choice would gain. It is watched after every
 * accepted step. Waiting until a solver complains would be too late: on the
 * other branch of a constraint every residual vanishes too.
 *
 * The kept point is the last accepted one; values of chosen variables are
 * sought from there, so that an evaluation does not depend on trial points
 * before it. In Model Exchange, where an importer may report an accepted step
 * only now and then, it is the last point that could be evaluated; branches are
 * compared with the last one that was accepted.
 */
#ifndef FOUCAULT_DUMMY_PIVOT_H
#define FOUCAULT_DUMMY_PIVOT_H

#include "../core/instance.h"

/* A measurement of max |S| that is trusted for some steps; see
 * dummy_watch.h. */
typedef struct WatchState {
  int n_steps; /* 0: it is not */
  double largest;
} WatchState;

enum { TURN_POINTS = 3 };

/* What is chosen in a selection set. */
typedef struct SetState {
  int *chosen;              /* [n_levels * n_columns] the first n of a level */
  unsigned char *is_chosen; /* [n_levels * n_columns] */
  /* Sign of the determinant of the chosen matrix, 0: not known; now and at
   * the kept point. */
  int *sign, *kept_sign; /* [n_levels] */
  WatchState *watch;
  double *sum; /* large sets: [n_levels * 2 * rows of level 1], of then */
  /* Small sets, see dummy_turn.h: S of each level now, at the kept point and at
   * a mark, and its columns (0: not known) now and at the kept point. */
  double *turn;     /* [n_levels * TURN_POINTS * rows of level 1 * n_columns] */
  int *n_measured;  /* [n_levels * 2] */
  double *row_now;  /* [rows of level 1] the gradient */
  double *row_size; /* [rows of level 1] the largest one so far */
  double *seen;     /* [n_columns] the largest value so far */
  int *crossing;    /* [1] a CrossingNote (crossing_note.h) */
  double *crossed;  /* [2] the step that has led over one: from, to */
} SetState;

/* A part of the instance. Nothing but `has_kept` is there in models without
 * selection sets. */
typedef struct Selection {
  SetState *set_state;      /* [n_sets] */
  unsigned char *slot_mark; /* [n_states] workspace of dummy_pivot.c */
  int *pivot_list;          /* [largest_block] the same */
  double *pivot_matrix;     /* [largest n * n_columns] the same */
  double *kept_real;        /* [n_real] where values are sought from */
  int *has_kept;            /* [1] is there one? */
  double *accepted;         /* [n_real] the last accepted point */
  double *end_real;         /* [n_real] workspace of dummy_cross.c */
  double *side[2];          /* [largest n_columns] the same */
} Selection;

static inline Selection *selection_of(const Instance *inst)
{
  return inst->part[PART_SELECTION];
}

/* The choice of the model's start values; no kept point. */
void dummy_pivot_reset(Instance *inst);

/* Chooses again at the present values (complete pivoting), and keeps them.
 * False, reason noted: constraints that depend on each other here. */
bool dummy_pivot_start(Instance *inst);

/* max |S| over all sets and levels at the present values; HUGE_VAL where a
 * chosen matrix is singular or not finite; 0 without sets. */
double dummy_pivot_measure(Instance *inst);

/* The same of one set (from 0). */
double dummy_pivot_measure_set(Instance *inst, int s);

/* Factors G_D of a level (from 1) of a set at the present values and notes the
 * sign of its determinant; work.column is then that of G_D. False: singular. */
bool dummy_pivot_factor(Instance *inst, int s, int level);
/* Candidates of a level: what exists there and is chosen one level higher.
 * Fills `other` with those that are not chosen; returns their number. */
int dummy_pivot_others(const Instance *inst, int s, int level, int *other);
/* A level that chooses all that the level above has chosen has no choice. */
bool dummy_pivot_follows(const SelectionSet *set, int level);
/* What a column is measured in. Where the user does not want a candidate as
 * state its unit is larger: it is solved for unless that is much worse. */
static inline double dummy_pivot_unit(const Block *block, int c)
{
  return block->nominal[c] * (block->weight ? block->weight[c] : 1);
}

/* Above this max |S| states are exchanged. */
double dummy_pivot_limit(const Instance *inst);

/* Notes the constraints that dummy_pivot_measure() finds worst. */
void dummy_pivot_note_measure(Instance *inst);

/* Notes constraints that nearly depend on each other, for all choices of
 * states (their smallest pivot is below this part of the largest); false:
 * there are none. Needs fresh values. */
bool dummy_pivot_note_rank(Instance *inst, double limit);

/* block_note() for set s (from 0) at a level (from 1), with the
 * variables chosen there. */
void dummy_pivot_note(Instance *inst, int s, int level, const char *format, ...)
    LOG_PRINTF(4, 5);

/* Event indicators for Model Exchange, one per set: positive while the choice
 * is good enough. Importers that complete steps only now and then
 * (the call after a completed step) find the pivot by them. Needs fresh values. */
void dummy_pivot_indicators(Instance *inst, double *indicator);

/* Exchanges columns until max |S| is about 1. Needs fresh values; the values
 * of the new states are in place already. Returns false, reason noted, if the
 * constraints depend on each other here. */
bool dummy_pivot_exchange(Instance *inst);

/* The present point is accepted: a good one to start from. */
void dummy_pivot_keep(Instance *inst);
/* The same for a trial point: its values, but not the signs of determinants
 * that the next accepted point is compared with. */
void dummy_pivot_keep_values(Instance *inst);
/* Is there a kept point, not after this time? A forged state may have none. */
bool dummy_pivot_has_kept(const Instance *inst, double now);
/* Back to the kept point, time included; values are fresh. */
void dummy_pivot_restore(Instance *inst);

/* The columns of a selection block that are solved for, block->n of them. */
const int *dummy_pivot_columns(const Instance *inst, const Block *block);

/* Copies states and derivatives to the variables the importer knows. */
void dummy_pivot_show(Instance *inst);

#endif
