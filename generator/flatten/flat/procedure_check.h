/* procedure_check.h: the invariants of a procedure; stops the program on the
 * first one that does not hold. Its expressions are left to flat_check.h. */
#ifndef FOUCAULT_FLATTEN_FLAT_PROCEDURE_CHECK_H
#define FOUCAULT_FLATTEN_FLAT_PROCEDURE_CHECK_H

#include "flatten/flat/procedure.h"

/* Procedure `number` of the model: slots and locals that it names are its own,
 * procedures that it calls are there and get as many arguments as they have
 * inputs, and a statement has what its kind needs. */
void procedure_check(const FlatModel *flat, int number);

#endif
