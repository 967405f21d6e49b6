/* gradient_memo.h: gradients that several passes ask for, made once.
 *
 * The Jacobian of a loop, its tangent, and both again in the initial system
 * want different parts of the gradient of one residual. The first of them pays
 * for all parts; differentiate.h makes each part the same, whichever others
 * are made beside it.
 */
#ifndef FOUCAULT_SYMBOLIC_GRADIENT_MEMO_H
#define FOUCAULT_SYMBOLIC_GRADIENT_MEMO_H

#include "symbolic/differentiate.h"
#include "symbolic/expr_memo.h"
#include "symbolic/replay.h"

typedef struct GradientMemo {
  ExprMemo *kept; /* by expression */
  Replay *replay; /* what is like another one is made like that */
} GradientMemo;

/* They live in `arena` and grow while it is marked and released. */
GradientMemo *gradient_memo_create(Arena *arena);
/* All of them; the memory is given back. New ones may be made. */
void gradient_memo_forget(GradientMemo *memo);

/* As differentiate_gradient(); NULL: no memo are kept. Functions may be dear to differentiate: of an expression that
 * calls one there is no memo, and just the wanted part is made. */
void gradient_remembered(GradientMemo *memo, Walk *walk, ReplayFrom from,
                         GradientWanted wanted, const void *context,
                         Gradient *gradient);

/* As differentiate_gradient(), of expressions that are asked for once, many of
 * which are alike. `replay` is used for nothing else. */
void gradient_repeated(Replay *replay, Walk *walk, ReplayFrom from,
                       GradientWanted wanted, const void *context,
                       Gradient *gradient);

#endif
