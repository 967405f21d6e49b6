/* rotation_equations.h: equations that turn something, R = cos(phi), r = R*s.
 *
 * Nonlinear equations that are put into each other are mostly harder to solve
 * than side by side: exp(exp(x)). Sines, cosines and their products with
 * other unknowns are not: a mechanism is a few angles and lengths, and all
 * rotations and positions follow from them. As unknowns of their own the
 * elements of a rotation would leave what is a rotation at the first step of
 * Newton's method.
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_ROTATION_EQUATIONS_H
#define FOUCAULT_REDUCE_BLOCKS_ROTATION_EQUATIONS_H

#include "symbolic/walk.h"

typedef enum RotationKind {
  ROTATION_NONE,
  ROTATION_PRODUCT, /* sums and products: turns if one of the factors does */
  ROTATION_SINE     /* and sines or cosines */
} RotationKind;

/* What the derivative of an equation by an unknown says.
 * cost  linear in its nodes */
RotationKind rotation_kind_of(Walk *walk, ExprId derivative);

#endif
