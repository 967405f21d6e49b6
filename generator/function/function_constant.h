/* function_constant.h: results that are numbers whatever some arguments are.
 *
 * needs   a complete Function; so are those it calls
 * gives   is_known[k]: result k is the number result[k] for all values of the
 *         arguments that are not known: a capacitance that is a product with a
 *         parameter that is zero
 * fails   false, nothing is known: the function may fail, or calls external
 *         code, or what happens next depends on what is not known (a loop, an
 *         element, a return)
 */
#ifndef FOUCAULT_FUNCTION_FUNCTION_CONSTANT_H
#define FOUCAULT_FUNCTION_FUNCTION_CONSTANT_H

#include "function/function.h"

/* Numbers of which some are not known. */
typedef struct PartlyKnown {
  double *value;
  bool *is_known;
} PartlyKnown;

/* arg: [n_inputs], result: [n_outputs] */
bool function_constant(FunctionTable *table, int function, PartlyKnown arg,
                       PartlyKnown result);

#endif
