/* calls_left.h: are there calls in what has been made of a call?
 *
 * Inside of a procedure each call is a statement whose results are locals. A
 * body that is put in place of its call must not bring other calls along as
 * expressions: printed, they would be read back as statements. What only
 * chooses among the results of one call stays an expression, as the functions
 * are that a printed flat model chooses with.
 */
#ifndef FLATTEN_CALLS_CALLS_LEFT_H
#define FLATTEN_CALLS_CALLS_LEFT_H

#include "flatten/instances/scope.h"

typedef enum CallsLeft { CALLS_NONE, CALLS_CHOSEN, CALLS_WITHIN } CallsLeft;

CallsLeft calls_left_in(const Flattening *f, Value *const *output,
                        int n_outputs);

#endif
