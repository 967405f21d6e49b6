/* discrete_check.h: what is declared as a discrete Real is assigned by a
 * when-clause (MLS 3.6, section 4.4.4).
 *
 * What has no equation at all is left to the balance of the model.
 *
 * needs   all equations, when-equations and sections are flat; clocks are not
 *         translated yet
 * fails   E306 at the declaration
 * cost    linear in variables and equations
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_DISCRETE_CHECK_H
#define FOUCAULT_FLATTEN_EQUATIONS_DISCRETE_CHECK_H

#include "flatten/instances/instances.h"

void discrete_check(const Flattening *f);

#endif
