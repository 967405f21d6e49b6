/* regular.h: is the structure to be trusted? Where not, it is mended.
 *
 * The room reduce/structure/dependent/ finds equations that depend on each other
 * although their structure is not singular. It calls reduce/structure/,
 * reduce/system/, symbolic/ and base/. Reading order: this file,
 * combination.h, null_factors.h, open_direction.h, linear_dependence_report.h.
 *
 * needs   pantelides() is done
 * gives   each block of the differentiated problem has a Jacobian dG/dz that
 *         is regular at one of several points at least. Where a block is
 *         singular at all of them, some combination of its equations holds no
 *         highest derivative: it takes the place of one of them
 *         (combination.h, System.combination). The differentiation is taken
 *         back then and must be done again: SOLVABLE and DIFFERENTIATED are
 *         lost, until no block is singular any more. Each combination lowers
 *         the sum of the orders that a best matching of equations to unknowns
 *         has (the paper's proof), so the rounds end
 * keeps   order and number of the given equations
 * fails   E305 no combination was found, or it holds no unknown at all: the
 *         structural index and the number of states would be wrong
 *         W312 an equation of a library only repeats others: what they leave
 *         open stays near its start values (open_direction.h)
 *         W302 the combination holds for the present values of parameters
 *         only; they are constants from now on
 * cost    one sparse elimination per block, where the first point is regular;
 *         for a singular block those of all points and what combination.h
 *         says
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_DEPENDENT_REGULAR_H
#define FOUCAULT_REDUCE_STRUCTURE_DEPENDENT_REGULAR_H

#include "reduce/system/system.h"

bool regular_check(System *sys, Session *s);

/* After an error of a pass that runs again: which equation was replaced. */
void regular_report_again(const System *sys, Session *s);

#endif
