/* algorithm_check.h: algorithm sections that assign nothing: they assert, or
 * call functions that do.
 *
 * needs   a section that has become a procedure (function_algorithm.h)
 * gives   a result 1 of the procedure, and an assertion that asks for it: so
 *         the section is carried out where assertions are looked at, not at
 *         points that a solver tries, and fails with its own message
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_ALGORITHM_CHECK_H
#define FOUCAULT_FLATTEN_EQUATIONS_ALGORITHM_CHECK_H

#include "flatten/equations/algorithm_state.h"

/* An initial section that assigns nothing does nothing later. To be called
 * when its statements are there. */
void algorithm_check_begin(const Flattening *f, Algorithm *a);

/* After its inputs and outputs are settled. Nothing where the section assigns
 * something or has no statements. */
void algorithm_check(const Flattening *f, Algorithm *a, int procedure);

#endif
