/* loop_repeat.h: turns of a loop that differ by their variables alone.
 *
 *   for k in 2:n loop
 *     v[k - 1] - v[k] = R*i[k];
 *   end for;
 *
 * The third turn and all that follow are kept as the variables that move on
 * (loop_text.h, flat_repeat.h).
 *
 * needs   an equation section of the model, no when-equation around, nor a
 *         condition that is known while the model runs only
 * gives   the equations that the turns would give, in the same order
 * fails   never: a loop that is not of this kind is left to the caller
 * cost    an equation of the flat model for each turn, no expressions
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_LOOP_REPEAT_H
#define FOUCAULT_FLATTEN_EQUATIONS_LOOP_REPEAT_H

#include "flatten/equations/equation_context.h"

/* May it be tried? Looks at the text of the loop, whose last iterator runs
 * over `range`. */
bool loop_repeat_may(const EquationContext *here, const AstEquation *loop,
                     const Value *range);

/* What there was before the first turn. */
typedef struct LoopStart {
  int n_equations, n_vars, n_assertions, n_diagnostics, n_lost;
} LoopStart;

LoopStart loop_repeat_begin(const EquationContext *here);

/* After the first two turns: the equations of the others are appended. false:
 * nothing was done. */
bool loop_repeat(const EquationContext *here, const AstEquation *loop,
                 const Value *range, LoopStart start);

#endif
