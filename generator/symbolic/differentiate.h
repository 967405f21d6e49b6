/* differentiate.h: exact derivatives of expressions.
 *
 * Time derivatives go forward through the graph: the derivative of a variable
 * is asked from the caller (its der() variable, or zero for what is constant
 * in time). Partial derivatives go backward, so that one walk gives the whole
 * gradient, at a cost proportional to the expression.
 *
 * Conditions of if-expressions are constant between events; the derivative
 * is that of the branches. floor, ceil and sign have derivative zero.
 */
#ifndef FOUCAULT_SYMBOLIC_DIFFERENTIATE_H
#define FOUCAULT_SYMBOLIC_DIFFERENTIATE_H

#include "symbolic/walk.h"

/* d var / d time; NO_EXPR: it has none, the differentiation fails. */
typedef ExprId (*DifferentiateVar)(void *context, VarId var);

/* d e / d time; NO_EXPR if a variable has no derivative. */
ExprId differentiate_time(Walk *walk, ExprId e, DifferentiateVar var_derivative,
                          void *context);

/* The same for a value that is assigned in a function: roots that are zero
 * have a derivative, too (root_kink.h). */
ExprId differentiate_statement(Walk *walk, ExprId e,
                               DifferentiateVar var_derivative, void *context);

/* The part of time in it, all variables held; of functions without a
 * derivative by differences, as in gradients. */
ExprId differentiate_by_time(Walk *walk, ExprId e);

typedef struct GradientEntry {
  VarId var;
  ExprId value; /* d e / d var, not zero */
} GradientEntry;

typedef struct Gradient {
  GradientEntry *entry; /* in the order in which the variables occur */
  int n_entries, cap_entries;
} Gradient;

/* All partial derivatives of e with respect to the variables for which
 * wanted() is true. The entries live in the walk's arena until the next
 * call with the same gradient. */
typedef bool (*GradientWanted)(const void *context, VarId var);
void differentiate_gradient(Walk *walk, ExprId e, GradientWanted wanted,
                            const void *context, Gradient *gradient);

/* The derivative along a direction: e with EXPR_DIRECTION of the wanted
 * variables and of time, linear in them. One call of a function becomes one of
 * its derivative, where the gradient needs one for each argument. `depends`:
 * the wanted variables in it, without values. NO_EXPR: a function has no
 * derivative. */
ExprId differentiate_along(Walk *walk, ExprId e, GradientWanted wanted,
                           const void *context, Gradient *depends);

/* Does e jump with a wanted variable (sign, floor, conditions that are not
 * frozen)? Its gradient is zero there and says nothing. */
bool differentiate_hides(Walk *walk, ExprId e, GradientWanted wanted,
                         const void *context);

/* Has operand k of e a part in the derivative? Not where e is a step, nor the
 * condition of an if-expression. */
bool differentiate_passes(const ExprTable *t, ExprId e, int k);

/* d operator / d arg[k] as an expression of the node's operands. */
ExprId differentiate_op(ExprTable *t, ExprId e, int k);

#endif
