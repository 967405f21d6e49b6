/* gradient_notes.h: gradients that several passes ask for, made once.
 *
 * The Jacobian of a loop, its tangent, and both again in the initial system
 * want different parts of the gradient of one residual. The first of them pays
 * for all parts; differentiate.h makes each part the same, whichever others
 * are made beside it.
 */
#ifndef FOUCAULT_SYMBOLIC_GRADIENT_NOTES_H
#define FOUCAULT_SYMBOLIC_GRADIENT_NOTES_H

#include "symbolic/differentiate.h"
#include "symbolic/expr_notes.h"
#include "symbolic/replay.h"

typedef struct GradientNotes {
  ExprNotes *kept; /* by expression */
  Replay *replay;  /* what is like another one is made like that */
} GradientNotes;

/* They live in `arena` and grow while it is marked and released. */
GradientNotes *gradient_notes_create(Arena *arena);
/* All of them; the memory is given back. New ones may be made. */
void gradient_notes_forget(GradientNotes *notes);

/* As differentiate_gradient(); NULL: no notes are kept. Functions may be dear to differentiate: of an expression that
 * calls one there is no note, and just the wanted part is made. */
void gradient_noted(GradientNotes *notes, Walk *walk, ExprId e,
                    GradientWanted wanted, const void *context,
                    Gradient *gradient);

/* As differentiate_gradient(), of expressions that are asked for once, many of
 * which are alike. `replay` is used for nothing else. */
void gradient_repeated(Replay *replay, Walk *walk, ExprId e,
                       GradientWanted wanted, const void *context,
                       Gradient *gradient);

#endif
