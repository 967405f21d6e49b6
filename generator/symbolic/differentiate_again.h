/* differentiate_again.h: derivatives by time of many expressions that are alike.
 *
 * As differentiate_time() makes them; those of expressions that differ in
 * their variables only are made once and repeated (replay.h).
 */
#ifndef FOUCAULT_SYMBOLIC_DIFFERENTIATE_AGAIN_H
#define FOUCAULT_SYMBOLIC_DIFFERENTIATE_AGAIN_H

#include "symbolic/differentiate.h"
#include "symbolic/replay.h"

/* d e / d time; NO_EXPR if a variable has no derivative. `replay` is used for
 * nothing else; var_derivative() gives variables, different ones for different
 * variables, or numbers, and the same when it is asked again. */
ExprId differentiate_time_again(Replay *replay, Walk *walk, ReplayFrom from,
                                DifferentiateVar var_derivative, void *context);

#endif
