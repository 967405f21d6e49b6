/* function_evaluate.h: functions carried out at translation.
 *
 * fails   false: a check or assertion fails, a step or depth limit is
 *         reached, or it calls external code
 */
#ifndef FOUCAULT_FUNCTION_FUNCTION_EVALUATE_H
#define FOUCAULT_FUNCTION_FUNCTION_EVALUATE_H

#include "function/function.h"

/* Result k of the call. */
bool function_evaluate(FunctionTable *table, int function, const double *arg,
                       int k, double *result);

#endif
