/* lower.h: FlatModel to System. The only file that knows both.
 *
 * The room reduce/lower/ makes the System. It reads flatten/flat/ and calls
 * flatten/values/, reduce/system/, function/, symbolic/ and base/. Reading
 * order: this file, lower.c, lower_expression.h, lower_when.h, lower_function.h,
 * lower_repeat.h.
 *
 * needs   a flat model that satisfies flat_check()
 * gives   a System that satisfies system_check(): scalar unknowns, equations
 *         as residuals, event relations numbered, constants folded; bindings
 *         of variables have become equations
 * fails   E290 for what later passes cannot do, E403 parameter without value
 * cost    linear
 */
#ifndef FOUCAULT_REDUCE_LOWER_LOWER_H
#define FOUCAULT_REDUCE_LOWER_LOWER_H

#include "flatten/flat/flat.h"
#include "reduce/system/system.h"

/* NULL after diagnostics. */
System *lower_to_system(Session *s, const FlatModel *flat);

#endif
