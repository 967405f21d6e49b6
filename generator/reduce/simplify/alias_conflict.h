/* alias_conflict.h: what aliases say differently of their one variable.
 *
 * needs   aliases are merged, every one points to its representative, which
 *         has the attributes of the set (alias.c)
 * gives   W301 different start values, where none of them is fixed,
 *         W307 different nominal values, W308 bounds that leave no value,
 *         W309 different units; each with the places of both declarations,
 *         once for each pair of places
 *         fixed start values that parameters may set apart are compared when
 *         an FMU is initialized (initial_check.h)
 * fails   E401 fixed start values that differ
 * keeps   the system, but for these assertions
 * cost    linear
 *
 * An attribute that a variable has from its type counts as not given, where
 * another variable of the set has one of its own: temperatures of a library
 * all start at 288.15 K until somebody says otherwise.
 */
#ifndef FOUCAULT_REDUCE_SIMPLIFY_ALIAS_CONFLICT_H
#define FOUCAULT_REDUCE_SIMPLIFY_ALIAS_CONFLICT_H

#include "reduce/system/system.h"

bool alias_conflict_report(System *sys, Session *s);

#endif
