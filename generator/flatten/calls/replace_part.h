/* replace_part.h: parts of Values replaced by others: v[i] := x, r.a[j].b := x.
 *
 * needs   the Value of the whole variable, and the Value to be put into it
 * gives   a new Value of the whole; the old one stays as it is
 * fails   E202 no such field; E204, E213, E215 as subscripts and values do
 * cost    log of the number of elements of the whole for one element that is
 *         known; else that number
 */
#ifndef FOUCAULT_FLATTEN_CALLS_REPLACE_PART_H
#define FOUCAULT_FLATTEN_CALLS_REPLACE_PART_H

#include "flatten/instances/instances.h"

/* `target` is written in the context; its first part names the variable. NULL
 * after a diagnostic. */
Value *replace_part(const Flattening *f, Context context, const Value *whole,
                    const AstReference *target, Value *value);

#endif
