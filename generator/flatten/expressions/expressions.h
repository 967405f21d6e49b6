/* expressions.h: what was written to Values of typed flat expressions.
 *
 * needs   in MODE_FLATTEN the model is instantiated
 * gives   values with names resolved to variables; constants of packages as
 *         literals
 * fails   E202 unknown name, E204, E205, E208, E209, E213, E290; NULL
 * cost    linear in the scalars made; recursion follows the nesting of the
 *         text, which the parser limits, but not long chains a + b + c + ...
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_EXPRESSIONS_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_EXPRESSIONS_H

#include "flatten/instances/instances.h"

/* The value of the iterator of a loop around an expression, or of a variable
 * of the function around it. */
typedef struct Iteration {
  Name name;
  const Value *value; /* NULL: faulty, says nothing */
  const struct Iteration *next;
  Instance *unassigned; /* a variable without a value yet; NULL: none */
} Iteration;

/* What `end` is inside of subscripts; as a constant of the flat arena. */
typedef struct EndBound {
  int size;
  FlatExpr *open; /* instead, where it is computed while a function runs */
} EndBound;

/* NULL after a diagnostic. */
Value *expression_value(const Flattening *f, Context context,
                        const AstExpr *expr);
/* A scalar. */
FlatExpr *expression_flatten(const Flattening *f, Context context,
                             const AstExpr *expr);
/* The class that a reference names; NULL without a diagnostic if it names
 * none. */
InstClass *expression_class(const Flattening *f, Context context,
                            const AstReference *name);
/* The values of an iterator whose range is written, as a vector. */
Value *expression_range(const Flattening *f, Context context,
                        const AstIterator *iterator);

#endif
