/* implicit_range.h: what an iterator without `in` runs over.
 *
 * MLS 3.6, section 11.2.2.1: the iterator must be a subscript somewhere in
 * the loop; it runs over that dimension: over 1:size, or over all values of
 * the enumeration or Boolean that the dimension is declared with. All
 * dimensions it subscripts must be of the same size and subscripted by the same
 * type.
 *
 * needs   an iterator without a range
 * fails   E213 it is not a subscript, or of dimensions of different sizes
 *         or types
 * cost    linear in the text of the loop; no recursion
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_IMPLICIT_RANGE_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_IMPLICIT_RANGE_H

#include "flatten/instances/instances.h"

/* Inside of an expression or of the equations of a loop (either may be
 * none). NULL after a diagnostic. */
Value *implicit_range(const Flattening *f, Context context,
                      const AstIterator *iterator, const AstExpr *expr,
                      AstEquation *const *equation, int n_equations);
/* The same for the body of a loop of statements: sizes of a function's own
 * arrays may be known only while it runs. */
typedef struct ImplicitRange {
  AstExpr *text; /* 1:size(array, dimension); NULL: `all` */
  Value *all;    /* of an enumeration or of Boolean */
} ImplicitRange;

/* False after a diagnostic. */
bool implicit_range_of_statements(const Flattening *f, Context context,
                                  const AstIterator *iterator,
                                  const AstStatementBranch *body,
                                  ImplicitRange *range);

#endif
