/* lower_repeat.h: equations that repeat another one are lowered like it.
 *
 * Where turns of a loop differ by their variables alone (flat_repeat.h), so do
 * the residuals, as long as different variables stay different and are of the
 * same kind: all that lowering and simplify.c look at are operators, numbers,
 * kinds of variables, and what is the same. The nodes of one turn are made
 * again with the variables of the others.
 *
 * needs   all variables are declared
 * gives   what lowering would give, without what it makes on the way and drops
 * fails   never: an equation that is not of this kind is left to the caller
 * cost    one operator for each node of an equation
 */
#ifndef FOUCAULT_REDUCE_LOWER_LOWER_REPEAT_H
#define FOUCAULT_REDUCE_LOWER_LOWER_REPEAT_H

#include "flatten/flat/flat_repeat.h"
#include "reduce/system/system.h"
#include "symbolic/walk.h"

typedef struct LowerRepeats LowerRepeats;

/* In the scratch arena of the session, where it grows. var_of: what each
 * variable of the flat model has become. */
LowerRepeats *lower_repeats_create(System *sys, Session *s,
                                   const FlatModel *flat, const VarId *var_of);

/* The sides and the residual of an equation of a repeat; false: it is to be
 * lowered. */
bool lower_repeat(LowerRepeats *r, const FlatEquation *equation, Eq *eq);
/* Then this keeps what became of it, for other turns. */
void lower_repeat_keep(LowerRepeats *r, const FlatEquation *equation,
                       const Eq *eq, Walk *walk);

#endif
