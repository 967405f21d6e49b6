/* same_functions.h: functions that are written once and flattened many times.
 *
 * A component that redeclares its medium has a package of its own, and so
 * functions of its own, although their text, sizes and constants are those of
 * its neighbours. Here they are found to be the same: one of them is translated
 * for all, and calls with equal arguments are one call.
 *
 * needs   the bodies of all functions of the flat model, by its numbers
 * gives   [n_procedures] the first function that has the same name, variables,
 *         statements and annotations and calls functions that are the same;
 *         calls in the bodies name that one
 * keeps   functions with effects, those of external objects, and partial
 *         derivatives by themselves
 * cost    the functions of one name are compared with each other, again as
 *         long as something was found: as often as calls are nested
 */
#ifndef FOUCAULT_REDUCE_LOWER_SAME_FUNCTIONS_H
#define FOUCAULT_REDUCE_LOWER_SAME_FUNCTIONS_H

#include "flatten/flat/procedure.h"
#include "function/function.h"

int *same_functions_find(FunctionTable *table, const FlatModel *flat);

#endif
