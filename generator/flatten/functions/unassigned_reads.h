/* unassigned_reads.h: variables of functions that are read before they are
 * assigned.
 *
 * needs   the statements of a function as a procedure, complete, and the
 *         Values of its variables (function_build.h)
 * gives   nothing: the procedure is only read
 * fails   E209 a protected variable or an output is read where no path can
 *         have assigned it; each variable once
 * cost    the statements, times the depth of the loops around them
 *
 * A variable that only some of the paths assign is not reported: whether the
 * others are taken is not known here. To assign one element of an array or one
 * field of a record is to assign it. External functions and algorithms of
 * models are not for this pass: what they read is given from outside.
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_UNASSIGNED_READS_H
#define FOUCAULT_FLATTEN_FUNCTIONS_UNASSIGNED_READS_H

#include "flatten/functions/function_build.h"

/* False: there is such a variable. */
bool unassigned_reads_check(const Flattening *f, FunctionBuild *b);

#endif
