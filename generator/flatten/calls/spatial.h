/* spatial.h: spatialDistribution() (MLS 3.6, section 3.7.4.2).
 *
 * needs   a call in an equation
 * gives   both results; the second one as the first one of the line turned
 *         round, so that it is an expression too
 * fails   E204, E208, E209 points or values that change in time, E213, E237,
 *         E290 arrays of quantities
 */
#ifndef FOUCAULT_FLATTEN_CALLS_SPATIAL_H
#define FOUCAULT_FLATTEN_CALLS_SPATIAL_H

#include "flatten/expressions/expressions.h"

bool spatial_is_call(const AstReference *name);
/* False after a diagnostic. */
bool spatial_results(const Flattening *f, Context context, const AstExpr *call,
                     Value *result[2]);

#endif
