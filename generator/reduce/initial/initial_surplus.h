/* initial_surplus.h: more conditions than unknowns at the start.
 *
 * needs   a matching of the plan's rows that cannot be extended
 * gives   rows without an unknown are taken out of the plan; what follows from
 *         the others is left out with W403 and checked when an FMU is
 *         initialized (an assertion), since other parameters may contradict
 * fails   E401 conditions that contradict each other at the values of the
 *         model: the smallest set of them, with places and values
 * cost    one search per surplus row
 */
#ifndef FOUCAULT_REDUCE_INITIAL_INITIAL_SURPLUS_H
#define FOUCAULT_REDUCE_INITIAL_INITIAL_SURPLUS_H

#include "reduce/blocks/plan.h"

/* Rows without an unknown, and for each the rows that it competes with: if
 * one of them is left out the others can be solved, so that no smaller set of
 * them has too many conditions. */
typedef struct SurplusSet {
  int row;
  int *other, n_others;
  int n_unknowns;
} SurplusSet;

typedef struct Surplus {
  SurplusSet *set;
  int n_sets;
} Surplus;

/* Finds them, in `arena`, and takes them out of the plan. */
Surplus initial_surplus_take(Plan *plan, Arena *arena);

/* To be called when the sequence is made: judges, reports, and adds the
 * assertions. */
bool initial_surplus_judge(Session *s, System *sys, Walk *walk,
                           const Plan *plan, const Surplus *surplus,
                           const BlockSequence *sequence, const bool *pinned,
                           Arena *arena);

#endif
