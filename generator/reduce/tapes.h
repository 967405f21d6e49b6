/* tapes.h: what relations compare, as data from which the FMU computes
 * enclosures.
 *
 * A crossing function, or the condition of an assertion, becomes a tape: a list
 * of steps over time, states, and what is constant between events
 * (fmu_runtime/model.h, fmu_runtime/evaluate/tape.h). Algebraic variables that
 * are assigned are replaced by their assignments. What is of one shape shares a
 * tape and has operands of its own.
 *
 * A relation has no tape where it depends on an input, on the unknown of an
 * algebraic loop or of a selection set, on a delayed value or on a function
 * that is not built in; where its tape would have more than TAPE_LONGEST steps;
 * and where all tapes of the model together would have more than
 * TAPES_MOST_STEPS steps or TAPES_MOST_OPERANDS operands.
 *
 * needs   the blocks of the continuous system, slots of all variables
 * gives   r->tapes, of relations whose moment is not known beforehand
 *         (time_relations.h), and of assertions of what moves
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

void tapes_make(ReducedSystem *r, Arena *arena, Arena *scratch);
/* Is relation k one of time alone whose moment is to be searched? */
bool tapes_is_of_time(const ReducedSystem *r, int k);

#endif
