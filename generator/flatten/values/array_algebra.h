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
bool array_check_numbers(const Typing *t, const char *name, Value **arg,
                         int n_args);

/* One array, or two scalars. */
Value *array_min(const Typing *t, Span span, Value **arg, int n_args);
Value *array_max(const Typing *t, Span span, Value **arg, int n_args);
Value *array_sum(const Typing *t, Span span, Value **arg, int n_args);
Value *array_product(const Typing *t, Span span, Value **arg, int n_args);
/* The sum of arrays of one shape, element by element. */
Value *array_sum_items(const Typing *t, Span span, Value **item, int n_items);

Value *array_transpose(const Typing *t, Span span, Value **arg, int n_args);
Value *array_outer_product(const Typing *t, Span span, Value **arg, int n_args);
Value *array_symmetric(const Typing *t, Span span, Value **arg, int n_args);
Value *array_cross(const Typing *t, Span span, Value **arg, int n_args);
Value *array_skew(const Typing *t, Span span, Value **arg, int n_args);

#endif
