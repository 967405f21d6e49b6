/* loop_text.h: loops whose turns differ by their variables alone.
 *
 * The number of such a loop stands in subscripts only, and only in sums and
 * differences. Then each variable moves on by the same number of places from
 * turn to turn: inside of an array of variables, or from element to element of
 * an array of components whose elements are alike (component_family.h). Two
 * turns are enough to know the others.
 *
 * needs   a loop with at least one iterator; two variables that differ
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_LOOP_TEXT_H
#define FOUCAULT_FLATTEN_EQUATIONS_LOOP_TEXT_H

#include "flatten/equations/equation_context.h"

/* A look at the text of one loop. */
typedef struct LoopText {
  const EquationContext *here;
  Name number;      /* of the loop: that of its last iterator */
  int n_references; /* met, with the number in their subscripts */
} LoopText;

LoopText loop_text(const EquationContext *here, const AstEquation *loop);
/* Does the loop run over enough Integers? */
bool loop_text_has_turns(const Value *range);

/* Numbers, operators and elementary functions of regular references. */
bool loop_text_is_regular(LoopText *text, const AstExpr *e);
/* Its subscripts are affine in the number; *has_number: one has it. */
bool loop_text_is_regular_reference(LoopText *text, const AstReference *name,
                                    bool *has_number);

/* Can a reference that was `first` in turn 0 and another variable, `next`, in
 * turn 1 continue like this to the last turn? */
bool loop_text_moves(const Flattening *f, int n_turns, FlatVarId first,
                     FlatVarId next);

#endif
