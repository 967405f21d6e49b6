/* expressions.h: what was written to Values of typed flat expressions.
 *
 * needs   in MODE_FLATTEN the model is instantiated
 * gives   values with names resolved to variables; constants of packages as
 *         literals
 * fails   E202 unknown name, E204, E205, E208, E209, E213, E290; NULL
 * cost    linear in the scalars made; recursion follows the nesting of the
 *         text, which the parser limits, but not long chains a + b + c + ...
 *
 * This room holds the recursion of the language: an expression names
 * components (reference.c), a component is a value (instance_value.c) or has
 * one (bound_value.c), if need be at translation (evaluate.c), which needs its
 * size and condition (instance_expand.c), and these are expressions. reduction.c and
 * implicit_range.c (loops inside of expressions) and replicas.c (parts of like
 * components, made on demand) are in the same circle; operators.c and
 * call_values.c are below it.
 *
 * The room calls flat/, classes/, values/ and instances/. Calls of functions,
 * which are above it, go through Flattening.calls (CallRules in instances.h);
 * what becomes statements of a procedure goes through BuildRules
 * (procedure_build.h).
 *
 * Reading order: expressions.c, reference.c, instance_value.c, bound_value.c,
 * evaluate.c, instance_expand.c, then the others.
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
  FlatExpr *open;      /* instead, where it is computed while a function runs */
  const IndexType *by; /* what subscripts the dimension; NULL: Integers */
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
/* The values of an iterator whose range is written: a vector, or the rows of
 * an array of more dimensions, which is for loops only (section 8.3.2.1). */
Value *expression_range(const Flattening *f, Context context,
                        const AstIterator *iterator);
/* E213: it is not a vector. */
void expression_refuse_range(const Flattening *f, const AstIterator *iterator,
                             const Value *range);

#endif
