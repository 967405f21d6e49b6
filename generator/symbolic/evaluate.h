/* evaluate.h: numeric values of operators and expressions. */
#ifndef FOUCAULT_SYMBOLIC_EVALUATE_H
#define FOUCAULT_SYMBOLIC_EVALUATE_H

#include "symbolic/walk.h"

/* The value of one operator; Booleans are 0 and 1. EXPR_CONST, EXPR_VAR,
 * EXPR_TIME and EXPR_INITIAL have no operands and are not allowed. */
double evaluate_op(ExprOp op, double a, double b, double c);

/* Where the leaves get their values from. */
typedef struct EvaluatePoint {
  double (*var)(const void *context, VarId var);
  const void *context;
  double time;
  bool initial;
  /* the value of event relation `index`; NULL: it is compared */
  bool (*relation)(const void *context, int index);
} EvaluatePoint;

/* The value of e. */
double evaluate(Walk *walk, ExprId e, const EvaluatePoint *point);

#endif
