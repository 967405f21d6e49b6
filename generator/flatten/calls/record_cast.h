/* record_cast.h: R(m), a record made of the components of a model, block or
 * connector (MLS 3.6, section 12.6.1).
 *
 * needs   the call of a record
 * gives   each field from the public component of that name, records inside of
 *         it from components that are records or such models; those that m
 *         does not have from their declarations. Of an array of components an
 *         array of records
 * fails   E208 a component is missing or protected, E204 it is of another type
 *         or under a condition
 * cost    the components of m that have names of fields
 */
#ifndef FOUCAULT_FLATTEN_CALLS_RECORD_CAST_H
#define FOUCAULT_FLATTEN_CALLS_RECORD_CAST_H

#include "flatten/expressions/expressions.h"

/* False: the call is not a cast. True: *value has it, NULL after a
 * diagnostic. */
bool record_cast(const Flattening *f, Context context, const AstExpr *call,
                 InstClass *record, Value **value);

#endif
