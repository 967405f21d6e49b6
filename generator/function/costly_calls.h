/* costly_calls.h: what calls gave that took long to carry out at translation.
 *
 * Each pass that simplifies expressions asks for the results of calls of
 * numbers again: a function of many thousand statements would run dozens of
 * times. Calls that end soon are not worth their place.
 *
 * cost    as many numbers as a call has arguments and results; a look at those
 *         of equal hash
 */
#ifndef FOUCAULT_FUNCTION_COSTLY_CALLS_H
#define FOUCAULT_FUNCTION_COSTLY_CALLS_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct CostlyCalls CostlyCalls;

CostlyCalls *costly_calls_create(Arena *arena);

/* Was the function called with these arguments, bit for bit? Then the results
 * are set, and `good` is false if it could not be carried out. */
bool costly_calls_find(const CostlyCalls *calls, int function,
                       const double *arg, int n_args, double *result,
                       bool *good);
/* Keeps the outcome; result: NULL if it could not be carried out. */
void costly_calls_keep(CostlyCalls *calls, int function, const double *arg,
                       int n_args, const double *result, int n_results);

#endif
