/* array_algebra.h: reductions and linear algebra among the array functions
 * (MLS 3.6, sections 10.3.4 and 10.3.5).
 *
 * needs   no argument is NULL, their number is right
 * fails   E204 no numbers, E213 wrong shape
 */
#ifndef FOUCAULT_FLATTEN_VALUES_ARRAY_ALGEBRA_H
#define FOUCAULT_FLATTEN_VALUES_ARRAY_ALGEBRA_H

#include "flatten/values/value.h"

/* E204 for each argument that is not made of numbers. */
bool array_check_numbers(Typing *t, const char *name, Value **arg, int n_args);

/* One array, or two scalars. */
Value *array_min(Typing *t, Span span, Value **arg, int n_args);
Value *array_max(Typing *t, Span span, Value **arg, int n_args);
Value *array_sum(Typing *t, Span span, Value **arg, int n_args);
Value *array_product(Typing *t, Span span, Value **arg, int n_args);
/* The sum of arrays of one shape, element by element. */
Value *array_sum_items(Typing *t, Span span, Value **item, int n_items);

Value *array_transpose(Typing *t, Span span, Value **arg, int n_args);
Value *array_outer_product(Typing *t, Span span, Value **arg, int n_args);
Value *array_symmetric(Typing *t, Span span, Value **arg, int n_args);
Value *array_cross(Typing *t, Span span, Value **arg, int n_args);
Value *array_skew(Typing *t, Span span, Value **arg, int n_args);

#endif
