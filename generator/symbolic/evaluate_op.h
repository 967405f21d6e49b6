/* evaluate_op.h: numeric values of operators. */
#ifndef FOUCAULT_SYMBOLIC_EVALUATE_OP_H
#define FOUCAULT_SYMBOLIC_EVALUATE_OP_H

#include "symbolic/expr.h"

/* Booleans are 0 and 1. EXPR_CONST, EXPR_VAR, EXPR_TIME and EXPR_INITIAL have
 * no operands and are not allowed. */
double evaluate_op(ExprOp op, double a, double b, double c);

#endif
