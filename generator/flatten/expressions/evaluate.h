/* evaluate.h: values that are needed while the model is still being made:
 * sizes, conditions, package constants.
 *
 * needs   nothing of the flat model: components are asked for by name
 * gives   literals; a parameter that was asked becomes `evaluated`, so that
 *         nobody can change it later
 * fails   E204, E205 not known at translation, E206 depends on itself, E122
 * cost    each component is evaluated once; recursion follows the chain of
 *         components that need each other and is limited
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_EVALUATE_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_EVALUATE_H

#include "flatten/instances/instances.h"

/* NULL after a diagnostic. */
Value *evaluate_expression(const Flattening *f, Context context,
                           const AstExpr *expr);
bool evaluate_boolean(const Flattening *f, Context context, const AstExpr *expr,
                      bool *value);
/* What subscripts each of its dimensions, by the declaration; NULL of a
 * scalar, and of what has no declaration. */
const IndexType *evaluate_index_types(const Flattening *f,
                                      const Instance *instance);
/* The size of a dimension: a number, or an enumeration or Boolean, which has
 * one element per value; the first function knows those alone and says
 * nothing where it is another. */
bool evaluate_size_of_type(const Flattening *f, Context context,
                           const AstExpr *expr, int *size);
bool evaluate_size(const Flattening *f, Context context, const AstExpr *expr,
                   int *size);
/* Is it a parameter with the size of a result that a function computes,
 * N[:] = f(A)? Values count then, where else sizes do. */
bool evaluate_is_size_computed(const Flattening *f, const Instance *instance);
/* A Value with the sizes of the component's value; its elements mean
 * nothing. E213 if it has no value. */
Value *evaluate_shape(const Flattening *f, Instance *instance);
/* The value of a component; `use` is where it is needed. */
Value *evaluate_instance(const Flattening *f, Instance *instance, Span use);

/* The hook of Typing: the literal of an expression with variables. */
FlatExpr *evaluate_constant(const void *flattening, FlatExpr *expr);

#endif
