/* constant_results.h: results of functions that parameters make numbers.
 *
 * needs   system_check() holds; nothing is differentiated yet
 * gives   in equations with derivatives, and in those that compute what occurs
 *         there, a result of a function that is a number for all values of the
 *         arguments that vary (function_constant.h) is that number. So a
 *         capacitance that is zero, since a function of parameters says so, is
 *         not part of the structure: nothing is a state because of it
 * keeps   every variable and equation; event relations, initial equations; an
 *         equation that would lose its last unknown
 * fails   never
 * cost    one look at each equation; each call that has a number among its
 *         arguments is carried out once
 */
#ifndef FOUCAULT_REDUCE_SIMPLIFY_CONSTANT_RESULTS_H
#define FOUCAULT_REDUCE_SIMPLIFY_CONSTANT_RESULTS_H

#include "reduce/system/system.h"

void constant_results(System *sys, Session *s);

#endif
