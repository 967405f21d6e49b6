/* guess.h: first values for unknowns that are iterated for but have no start.
 *
 * gives   for such a variable the value that another equation of the system
 *         gives it at the start values of the others, where there is one that
 *         can be solved for it: with y1, y2 given, dy = y2 - y1 has a better
 *         guess than zero
 * cost    linear in the equations that hold such a variable
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_GUESS_H
#define FOUCAULT_REDUCE_SYSTEM_GUESS_H

#include "reduce/system/system.h"
#include "symbolic/walk.h"

/* guess[v]: an expression of parameters and time for every variable in
 * `wanted` that can be guessed, else NO_EXPR; in `arena`. */
ExprId *guess_starts(const System *sys, Walk *walk, const bool *wanted,
                     Arena *arena);

/* e at the start values, and at these guesses where there is none; NO_EXPR:
 * one is missing. */
ExprId guess_value(const System *sys, Walk *walk, const ExprId *guess,
                   ExprId e);

#endif
