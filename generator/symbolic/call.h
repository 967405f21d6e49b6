/* call.h: calls of functions as nodes of expressions.
 *
 * A call has arguments and results that are scalars; f(a, b) is
 *
 *   CALL f (ARG(a, ARG(b, 0)), guard)      RESULT k of it
 *
 * so that all results share one call: it is carried out once. The guard is a
 * Boolean: where it is false the call is left out and its results mean
 * nothing, because an if-expression around it takes the other branch.
 *
 * Nodes know functions by number only. What they do is described by the
 * CallFunctions of the table (function/function_table.c).
 */
#ifndef FOUCAULT_SYMBOLIC_CALL_H
#define FOUCAULT_SYMBOLIC_CALL_H

#include "symbolic/expr.h"

/* A function that gives argument `input` of another one from its result and
 * the other arguments: argument[k] is the one that it takes, -1: the result. */
typedef struct CallInverse {
  int function, input;
  const int *argument;
  int n_arguments;
} CallInverse;

typedef struct CallFunctions {
  void *context;
  const char *(*name)(const void *context, int function);
  int (*n_results)(const void *context, int function);
  /* Is it declared impure: do two calls differ from one? */
  bool (*has_effects)(const void *context, int function);
  /* Can it change continuously? Not of Integers and Booleans. */
  bool (*is_real)(const void *context, int function, int result);
  /* The function that takes the same arguments, then a direction for each,
   * and gives the derivatives of the results along them; -1: none. Without
   * `exact` differences will do. arg: the arguments and directions, since
   * one of the text may hold for some of them only. */
  int (*derivative)(void *context, int function, bool exact, const ExprId *arg);
  /* So many of the last arguments are directions of a derivative: all results
   * are linear in them. */
  int (*n_linear)(const void *context, int function);
  /* [arguments] Does any result depend on it? */
  const bool *(*depends)(void *context, int function);
  /* [arguments] Do derivatives by time need that of the argument? NULL: of
   * all. arg: one of the text may hold for some arguments only. */
  const bool *(*moves)(void *context, int function, const ExprId *arg);
  /* For this argument; NULL: none. */
  const CallInverse *(*inverse)(const void *context, int function, int input);
  /* Result k of the call; false: it fails, or its value is not known at
   * translation. */
  bool (*evaluate)(void *context, int function, const double *arg, int k,
                   double *result);
} CallFunctions;

ExprId call_make(ExprTable *t, int function, const ExprId *arg, int n_args,
                 ExprId guard);
/* Result k of a call; its value where all arguments are constants. */
ExprId call_result(ExprTable *t, ExprId call, int k);

int call_n_args(const ExprTable *t, ExprId call);
/* Argument k, first: 0. Walks the list: for all of them use call_args(). */
void call_args(const ExprTable *t, ExprId call, ExprId *arg);

/* Is this EXPR_RESULT a Real? */
bool call_is_real(const ExprTable *t, ExprId result);

/* [arguments] What the results of an EXPR_CALL depend on; what their
 * derivatives by time need the derivatives of (NULL: of all). */
const bool *call_depends(const ExprTable *t, ExprId call);
const bool *call_moves(const ExprTable *t, ExprId call, Arena *scratch);
/* The call with 0 in place of arguments that no result depends on. After all
 * differentiation by time: a derivative that the text gives may look at
 * them. */
ExprId call_trim(ExprTable *t, ExprId call, Arena *scratch);

/* The derivative of an EXPR_RESULT along directions of the arguments;
 * NO_EXPR: the function has none. */
ExprId call_derivative(ExprTable *t, ExprId result, const ExprId *direction,
                       bool exact, Arena *scratch);

/* Argument `input` of the call from its result and the other arguments;
 * NO_EXPR: the function has no inverse. */
ExprId call_inverse(ExprTable *t, ExprId call, int input, ExprId result,
                    Arena *scratch);

/* The value of an EXPR_RESULT from the values of the arguments; NAN where it
 * fails. */
double call_value(const ExprTable *t, ExprId result, const double *arg);

#endif
