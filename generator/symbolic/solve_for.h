/* solve_for.h: an equation solved for one of its variables.
 *
 * Only equations that are affine in the variable are solved, so the solution
 * is unique, and those of a function with a written inverse (invert.h). The
 * factor is divided by: the caller learns what it is, because it may become
 * zero. */
#ifndef FOUCAULT_SYMBOLIC_SOLVE_FOR_H
#define FOUCAULT_SYMBOLIC_SOLVE_FOR_H

#include "symbolic/differentiate.h"

/* As differentiate_gradient(). */
typedef void (*GradientGiver)(void *context, Walk *walk, ExprId e,
                              GradientWanted wanted, const void *wanted_context,
                              Gradient *gradient);

/* x from residual = 0; NO_EXPR: not affine in x, or x does not occur.
 * divisor: what the result divides by, if it is not a number; else NO_EXPR. */
ExprId solve_for(Walk *walk, ExprId residual, VarId x, ExprId *divisor);

/* The same, where something is known of the residual already. */
typedef struct SolveKnown {
  GradientGiver factor; /* gives its gradient; NULL: it is made */
  void *context;        /* of `factor` */
  bool is_smooth;       /* no variable stands in a condition or a step */
} SolveKnown;
ExprId solve_for_known(Walk *walk, ExprId residual, VarId x,
                       const SolveKnown *known, ExprId *divisor);

#endif
