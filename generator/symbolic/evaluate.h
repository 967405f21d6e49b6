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
  /* becomes true if a function that is called cannot be evaluated: its value is
   * not a number then, and comparisons with it mean nothing; NULL: the caller
   * looks at the value alone */
  bool *failed;
} EvaluatePoint;

/* The value of e. */
double evaluate(Walk *walk, ExprId e, const EvaluatePoint *point);

#endif
