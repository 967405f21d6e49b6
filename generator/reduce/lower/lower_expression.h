/* lower_expression.h: flat expressions to the expression graph.
 *
 * Flat expressions are trees with left spines of any length, so they are
 * walked with an explicit stack. Relations and roundings that make events get
 * their numbers here.
 *
 * needs   all variables are declared: var_of
 * gives   expressions of System; calls and divisions that are guarded
 * fails   E290 for what later passes cannot do: failed
 * cost    linear
 */
#ifndef FOUCAULT_REDUCE_LOWER_LOWER_EXPRESSION_H
#define FOUCAULT_REDUCE_LOWER_LOWER_EXPRESSION_H

#include "flatten/flat/flat.h"
#include "reduce/system/system.h"
#include "symbolic/walk.h"

typedef struct LowerFrame LowerFrame;

/* What the files of this room share while one model is lowered. */
typedef struct Lower {
  Session *s;
  System *sys;
  const FlatModel *flat;
  VarId *var_of; /* by FlatVarId; NO_VAR: left out */
  LowerFrame *frame;
  int n_frames, cap_frames;
  ExprId *value;
  int n_values, cap_values;
  Walk *walk;
  ExprId guard; /* of all calls, if is_guarded */
  bool is_guarded;
  bool is_body; /* of `when`, or an initial equation: rounding makes no events
                   there (MLS 3.7.2) and is what it is */
  bool failed;
} Lower;

ExprId lower_expression(Lower *lo, const FlatExpr *e, bool no_events);
/* NO_EXPR where there is none. */
ExprId lower_optional(Lower *lo, const FlatExpr *e);
/* In the body of a when-equation, where rounding makes no events. */
ExprId lower_body(Lower *lo, const FlatExpr *e);
/* Functions in it are called only where the guard holds: external ones may
 * count their calls. */
ExprId lower_guarded(Lower *lo, const FlatExpr *e, bool no_events,
                     ExprId guard);
/* In functions; nothing there makes events. `lower` is the Lower. */
ExprId lower_in_function(void *lower, const FlatExpr *e);
/* FLAT_ACTIVE: one of the n conditions, lowered to `value`, becomes true; in
 * initialization initial() alone counts. has_initial: whether it is one of
 * them; may be NULL. */
ExprId lower_active(Lower *lo, FlatExpr *const *condition, const ExprId *value,
                    int n, bool *has_initial);
VarId lower_var_of(const Lower *lo, FlatVarId id);

#endif
