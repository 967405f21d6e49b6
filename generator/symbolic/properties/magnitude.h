/* magnitude.h: how large an expression is, by the sizes of its variables.
 *
 * A sum is as large as its largest term: differences do not cancel, which is
 * the size that rounding errors in the value depend on. Functions whose
 * values are near one count as one.
 *
 * gives   a positive, finite number; 1 where nothing better is known
 * cost    what the expression contains
 */
#ifndef FOUCAULT_SYMBOLIC_PROPERTIES_MAGNITUDE_H
#define FOUCAULT_SYMBOLIC_PROPERTIES_MAGNITUDE_H

#include "symbolic/walk.h"

/* The size of a variable, 0 or above. */
typedef double (*MagnitudeOf)(const void *context, VarId var);

double magnitude_of(Walk *walk, ExprId e, MagnitudeOf size,
                    const void *context);

#endif
