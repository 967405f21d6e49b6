/* follow_rows.h: what directions need that follow parameters along a run.
 *
 * Made where sensitivities are asked for (TranslationChoice.sensitivities):
 * ordinary FMUs have derivatives by states, inputs and time alone.
 *
 * needs   finished sequences of blocks; for the starts the list of them
 * gives   tangents of all sequences with respect to parameters, discrete Reals
 *         and pre(v) too; the tangents of what the relations compare (of a
 *         timed one: of its time), of the values of reinit(), of sample(), and of start
 *         values that depend on parameters
 * cost    one gradient per equation, relation, reinit() and start
 */
#ifndef FOUCAULT_REDUCE_FOLLOW_ROWS_H
#define FOUCAULT_REDUCE_FOLLOW_ROWS_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

void follow_rows_fill(const System *sys, Walk *walk, ReducedSystem *r,
                      Arena *arena);
void follow_rows_fill_starts(const System *sys, Walk *walk, ReducedSystem *r,
                             Arena *arena);

#endif
