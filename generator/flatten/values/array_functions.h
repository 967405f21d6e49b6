/* array_functions.h: the built-in functions of arrays, and the conversions of
 * enumerations and Strings (MLS 3.6, sections 3.7, 4.8.5, 10.3 and 10.4).
 *
 * fails   E204 wrong type, E205 a size is not known at translation, E208
 *         wrong number of arguments, E213 wrong shape, E214 impossible size
 * cost    the number of elements made
 */
#ifndef FOUCAULT_FLATTEN_VALUES_ARRAY_FUNCTIONS_H
#define FOUCAULT_FLATTEN_VALUES_ARRAY_FUNCTIONS_H

#include "flatten/values/value.h"

/* Of base/builtin_functions.def. */
typedef enum ArrayFunction {
#define ARRAY_FUNCTION(NAME, ...) ARRAY_##NAME,
#include "base/builtin_functions.def"
  N_ARRAY_FUNCTIONS
} ArrayFunction;

/* The function of that name; false: there is none. min and max of two scalars
 * are among them. */
bool array_function_find(const char *name, ArrayFunction *function);
const char *array_function_name(ArrayFunction function);
Value *array_function_call(const Typing *t, Span span, ArrayFunction function,
                           Value **arg, int n_args);

/* fill(v, dim[0], ...) of anything. */
Value *array_repeat(const Typing *t, Span span, const Value *v, int rank,
                    const int *dim);

/* [a, b; c, d] (section 10.4.2.1): row i has n_items[i] items, one after the
 * other in item. */
Value *array_matrix(const Typing *t, Span span, Value **item,
                    const int *n_items, int n_rows);

/* array, sum, product, min, max of `e for i in ...` (sections 10.3.4.1 and
 * 10.4.1): item[] holds e for each value of the iterator, n_items of them.
 * With several iterators array() is applied from the first one outwards: the
 * last iterator is the leftmost dimension; the other reductions take the
 * items in any nesting. */
bool array_is_reduction(ArrayFunction function);
/* "array, sum, product, min and max"; in the scratch arena. */
const char *array_reductions_text(Session *s);
Value *array_reduce(const Typing *t, Span span, ArrayFunction function,
                    Value **item, int n_items);

#endif
