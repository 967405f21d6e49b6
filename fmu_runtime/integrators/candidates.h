/* candidates.h: what CVODE integrates in a model with selection sets.
 *
 * Beside the states outside of sets these are all candidates, at all levels.
 * Those that are states at present determine everything. The others are
 * carried along: their derivatives are known wherever the model has been
 * evaluated, and nothing depends on them. When states are exchanged the new
 * ones have a history already: the solver goes on without a restart.
 *
 * What is carried along leaves the constraints by errors of integration.
 * The value of a candidate is therefore the solver's unknown plus a shift. A
 * constant shift changes no derivative, and that of a candidate which is not
 * a state changes nothing at all: it is set after every step so that unknown
 * plus shift satisfies the constraints, the last time when the candidate
 * becomes a state. In between the sum is the best guess for the solution of
 * the constraints: the solver's own prediction.
 */
#ifndef FOUCAULT_CANDIDATES_H
#define FOUCAULT_CANDIDATES_H

#include "../carry/carried.h"
#include "../core/instance.h"

typedef struct Candidates {
  Instance *inst;
  int n;
  int *variable, *slope;   /* [n] value references: of it, of its derivative */
  double *nominal;         /* [n] */
  double *shift;           /* [n] value - unknown; 0 for other states */
  double *guess;           /* [n] values of the point that was set last, before
                            it was evaluated; of what is carried along */
  unsigned char *is_state; /* [n] */
  int *at;                 /* [n_states] which of them each state is */
  double *value;           /* [n_states] workspace */
} Candidates;

/* Number of unknowns (of one set), and bytes that candidates_create() will ask
 * for. */
int candidates_of_set(const SelectionSet *set);
int candidates_count(const Model *model);
size_t candidates_memory(const Model *model);

/* From solver memory; NULL: memory is short. */
Candidates *candidates_create(Instance *inst);

/* A start at the present values, which must be fresh: the unknowns. */
void candidates_begin(Candidates *c, double *unknown);

/* The model has been evaluated at the point that was set last: mends the
 * shift of what is carried along. For accepted points, and trial points next
 * to them. Returns the largest change, in units of nominal values. */
double candidates_follow(Candidates *c);

/* States were exchanged at the point that was set last. Needs fresh values. */
void candidates_exchange(Candidates *c);

/* Makes the states of the kept point (dummy_pivot.h), which was next to it,
 * those of the accepted point. */
void candidates_keep(const Candidates *c, const double *unknown);

/* Makes time and unknowns those of the instance. Where they are others than
 * it has, the rest becomes stale, and what is carried along a guess. */
void candidates_set(const Candidates *c, double time, const double *unknown);

/* Goes on as another one did; the choice of states of the instance is that of
 * the other one already. */
bool candidates_take(Candidates *c, const Carried *from);

/* The sizes of unknowns that errors are measured in. What is carried along counts
 * as the largest of its level, in nominal values: nothing depends on it, and
 * where constraints nearly depend on each other its slopes are rounding. */
void candidates_level_sizes(const Candidates *c, double *size);

/* Zero for what is carried along: nothing depends on how its slopes are off. */
void candidates_keep_states(const Candidates *c, double *off);

/* Derivatives of all unknowns. Needs fresh values. False: one is not a finite
 * number (noted). */
bool candidates_get_slopes(const Candidates *c, double *slope);

/* How they change with state k: a column of the Jacobian. */
bool candidates_column(const Candidates *c, int k, double *column);

#endif
