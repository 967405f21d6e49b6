/* value_index.h: array[subscripts] (MLS 3.6, section 10.5).
 *
 * needs   subscripts as Values; in them `end` already is the upper bound
 * gives   a Value of as many dimensions as there are `:` and vectors among
 *         the subscripts; missing subscripts after the last are `:`
 * fails   E205 a subscript is not known at translation, E213 too many
 *         subscripts or a matrix as one, E215 out of bounds, E204 wrong type
 * cost    the number of elements selected
 *
 * A subscript of value_index() may also be known only while running, where
 * Typing.open_subscript allows it and outside of functions: then each element
 * is chosen by if-expressions, halving the dimension with each.
 */
#ifndef FOUCAULT_FLATTEN_VALUES_VALUE_INDEX_H
#define FOUCAULT_FLATTEN_VALUES_VALUE_INDEX_H

#include "flatten/values/value.h"

/* One selection of a dimension. */
typedef struct Subscript {
  bool is_scalar;   /* the dimension vanishes */
  int count;        /* 1 for a scalar */
  int first, step;  /* index == NULL: first, first + step, ...; from 0 */
  const int *index; /* from 0 */
} Subscript;

/* Position i of those that it chooses, from 0. */
int value_subscript_at(const Subscript *sub, int i);

/* A scalar or vector whose value is known only while running; of parameters
 * a scalar that the initial equations determine. */
bool value_is_open_subscript(const Typing *t, const Value *sub);
/* The subscript `sub` (NULL: `:`) as positions in a dimension of that size;
 * `dimension` from 1 is reported in messages. False after a diagnostic. */
bool value_subscript(const Typing *t, Span span, const Value *sub, int size,
                     int dimension, Subscript *result);

/* The subscript is of the type that the dimension is declared with; `by` NULL:
 * not known. False after E204. */
bool value_check_index(const Typing *t, const IndexType *by, const Value *sub,
                       int dimension);

/* sub[i] NULL stands for `:`: one that failed must not come here. */
Value *value_index(const Typing *t, Span span, const Value *v,
                   const Value **sub, int n_subs);
/* What `end` is in subscript i (from 0) of v: size(v, i + 1). NULL after E213
 * if v has no such dimension. */
Value *value_end(const Typing *t, Span span, const Value *v, int i);

#endif
