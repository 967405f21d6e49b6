/* held_branch.h: a branch that is not chosen need not be evaluable.
 *
 * Modelica Language Specification 3.6, sections 3.3 and 6.7: of an
 * if-expression, of `and` and of `or` only what is chosen is evaluated, and a
 * size is that of the chosen branch. A condition of parameters is left open
 * where all branches can be translated, so that the parameters can be changed
 * in the FMU. Where a subscript or a size of one branch is wrong, the text is
 * made again with the conditions decided by the values of their parameters.
 *
 * gives   what `make` gives, of all branches or of the chosen ones
 * fails   E213, E215 if the chosen branch has the fault, or the condition is
 *         not one of parameters
 * cost    that of `make`, twice after a fault
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_HELD_BRANCH_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_HELD_BRANCH_H

#include "flatten/instances/instances.h"

/* NULL after a diagnostic. */
typedef void *HeldMake(const Flattening *f, Context context, const void *text);

/* What `make` makes of the text is a Value or, in a procedure, a list of
 * statements; statements of a first attempt are dropped. */
void *held_branch(const Flattening *f, Context context, const void *text,
                  HeldMake *make);

#endif
