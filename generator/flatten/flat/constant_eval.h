/* constant_eval.h: the value of an expression that is known at translation.
 *
 * needs   expressions made by types.c; all variables are in the flat model
 * gives   a literal of the expression's type, in the flat arena
 * fails   E205 something in it is not known before the FMU runs; E206
 *         constants that depend on each other; E212 division by zero,
 *         overflow and other arguments without a value
 * cost    each constant is evaluated once, when first needed; no recursion
 *
 * Known are constants, and parameters that `final` or Evaluate=true made
 * unchangeable, unless they depend on others that can be changed, or on a
 * procedure that cannot be called at translation. Where a condition is known
 * the other branch does not count.
 */
#ifndef FOUCAULT_FLATTEN_FLAT_CONSTANT_EVAL_H
#define FOUCAULT_FLATTEN_FLAT_CONSTANT_EVAL_H

#include "flatten/flat/fault.h"
#include "flatten/flat/flat.h"
#include "flatten/flat/types.h"

typedef enum ConstantState {
  CONSTANT_UNSEEN,
  CONSTANT_ACTIVE,  /* its value is being looked for */
  CONSTANT_KNOWN,   /* value */
  CONSTANT_RUNTIME, /* a parameter that depends on changeable ones */
  CONSTANT_FAILED   /* reported */
} ConstantState;

/* The literal of a variable, or NULL after a diagnostic. */
typedef FlatExpr *ConstantSource(const void *context, const FlatExpr *variable);
/* The literal of a variable whose value calls a procedure; NULL, without a
 * diagnostic, if it cannot be called at translation. */
typedef FlatExpr *ConstantCalled(const void *context, FlatVarId id);

typedef struct ConstantTable {
  Typing typing; /* makes the literals */
  const FlatModel *flat;
  int n_vars;
  /* by variable */
  ConstantState *state;
  FlatExpr **value;
  ConstantCalled *called; /* NULL: nothing is called */
  const void *called_context;
  /* Instead of all that: asks somebody else (constant_fold). */
  ConstantSource *source;
  const void *source_context;
} ConstantTable;

/* The literal of an expression whose variables are known to `source`; NULL
 * after a diagnostic. */
FlatExpr *constant_fold(const Faults *faults, const FlatExpr *expr,
                        ConstantSource *source, const void *context);

/* The table lives in the session's instance arena. */
ConstantTable *constant_table_create(const Faults *faults,
                                     const FlatModel *flat);

/* The value of the variable has been reported as faulty: nothing more is to
 * be said about it. */
void constant_set_faulty(ConstantTable *t, FlatVarId id);

/* For constant_order.c: the constants that it needs have their values. */
FlatExpr *constant_eval_known(ConstantTable *t, const FlatExpr *expr);
/* NULL after a diagnostic, or when a fault was reported before. */
FlatExpr *constant_eval(ConstantTable *t, const FlatExpr *expr);
/* The value of a constant or of an evaluated parameter; of the latter NULL
 * without a diagnostic when it is known at run time only. */
FlatExpr *constant_value(ConstantTable *t, FlatVarId id);

#endif
