/* costly_calls.h: what calls gave that took long to carry out at translation.
 *
 * Each pass that simplifies expressions asks for the results of calls of
 * numbers again: a function of many thousand statements would run dozens of
 * times. Calls that end soon are not worth their place.
 *
 * cost    to keep a call: as many numbers as it has arguments and results; to
 *         find one result: a look at the arguments of calls of equal hash. A
 *         table of parameters asks for its elements one by one
 */
#ifndef FOUCAULT_FUNCTION_COSTLY_CALLS_H
#define FOUCAULT_FUNCTION_COSTLY_CALLS_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct CostlyCalls CostlyCalls;

CostlyCalls *costly_calls_create(Arena *arena);

/* Was the function called with these arguments, bit for bit? Then result k is
 * set, or `good` is false if it could not be carried out. */
bool costly_calls_find(const CostlyCalls *calls, int function,
                       const double *arg, int n_args, int k, double *result,
                       bool *good);
/* Keeps the outcome; result: NULL if it could not be carried out. */
void costly_calls_keep(CostlyCalls *calls, int function, const double *arg,
                       int n_args, const double *result, int n_results);

#endif
