/* types_leaf.h: expressions without operators, and the names of types.
 *
 * types_leaf.c has what types.h declares of literals, variables, results and
 * names; here is what types.c needs of it besides. Private to the two.
 */
#ifndef FOUCAULT_FLATTEN_FLAT_TYPES_LEAF_H
#define FOUCAULT_FLATTEN_FLAT_TYPES_LEAF_H

#include "flatten/flat/types.h"

/* A node of this kind, all else zero. */
FlatExpr *types_make(const Typing *t, Span span, FlatExprKind kind,
                     FlatType type, FlatVariability variability);

#endif
