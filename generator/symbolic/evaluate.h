/* evaluate.h: numeric values of expressions; of operators: evaluate_op.h. */
#ifndef FOUCAULT_SYMBOLIC_EVALUATE_H
#define FOUCAULT_SYMBOLIC_EVALUATE_H

#include "symbolic/walk.h"

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
