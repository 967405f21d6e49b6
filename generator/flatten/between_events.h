/* between_events.h: Integers that a function changes between events.
 *
 * r = f(time), (y, i) = f(time): a field or result that is no Real depends on
 * what varies continuously. Section 3.8.4 forbids it, since such a variable
 * changes at events only; media and other libraries have it nevertheless. The
 * variable becomes a Real of the flat model, which holds whole numbers and is
 * computed whenever Reals are: Booleans as 0 and 1, literals of enumerations as
 * their ordinals. Where it is used, the Real is turned back, without events.
 * What it determines and is no Real either goes the same way. A single result,
 * i = f(time), is refused by scalar_equation.h as the section wants it.
 *
 * needs   all equations and bindings are flat; clocks are not translated yet;
 *         FlattenTables.n_between: how many were let through
 * gives   only Reals vary continuously
 * warns   W209, once for each variable that a function determines
 * fails   E209 where such a variable is needed at events: by a when-clause, by
 *         pre(), by an algorithm section, by a String
 * cost    linear in the model for each step of a chain of such variables
 */
#ifndef FOUCAULT_FLATTEN_BETWEEN_EVENTS_H
#define FOUCAULT_FLATTEN_BETWEEN_EVENTS_H

#include "flatten/instances/instances.h"

void between_events(const Flattening *f);

#endif
