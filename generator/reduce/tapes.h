/* tapes.h: what relations compare, as data from which the FMU computes
 * enclosures.
 *
 * A crossing function, the condition of an assertion, or a part of a right-hand
 * side that depends on time alone, becomes a tape: a list of steps over time,
 * states, inputs, and what is constant between events (fmu_runtime/model.h,
 * fmu_runtime/evaluate/tape.h). Algebraic variables that are assigned are
 * replaced by their assignments. What is of one shape shares a tape and has
 * operands of its own.
 *
 * There is no tape of what depends on the unknown of an algebraic loop or of a
 * selection set, on a delayed value or on a function that is not built in; none
 * that would have more than TAPE_LONGEST steps; and none beyond
 * TAPES_MOST_STEPS steps or TAPES_MOST_OPERANDS operands of the model. The
 * reason is noted, for reports.
 *
 * needs   the blocks of the continuous system, slots of all variables
 * gives   r->tapes, of relations whose moment is not known beforehand
 *         (time_relations.h), of assertions of what moves, and of what drives
 *         the states by time alone (forcings.h)
 * cost    linear in the relations, times the length of a tape; no recursion
 */
#ifndef FOUCAULT_REDUCE_TAPES_H
#define FOUCAULT_REDUCE_TAPES_H

#include "reduce/system/reduced.h"

enum {
  TAPE_LONGEST = 200, /* TAPE_MOST_STEPS of fmu_runtime/model.h */
  TAPES_MOST_STEPS = 100000,
  TAPES_MOST_OPERANDS = 1000000
};

/* Of relations, then of assertions, then of forcings. */
int tapes_first_forcing(const ReducedSystem *r);
int tapes_n_items(const ReducedSystem *r);

void tapes_make(ReducedSystem *r, Arena *arena, Arena *scratch);
/* Is relation k one of time alone whose moment is to be searched? */
bool tapes_is_of_time(const ReducedSystem *r, int k);

#endif
