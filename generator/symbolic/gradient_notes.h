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

/* As differentiate_gradient(), where `notes` are kept of gradients only; NULL:
 * none are kept. Functions may be dear to differentiate: of an expression that
 * calls one there is no note, and just the wanted part is made. */
void gradient_noted(ExprNotes *notes, Walk *walk, ExprId e,
                    GradientWanted wanted, const void *context,
                    Gradient *gradient);

#endif
