/* call.c: lists of arguments; the meaning comes from the CallFunctions. */
#include "symbolic/call.h"

#include <assert.h>
#include <math.h>

#define FEW 32 /* arguments, and results, of calls that are folded */

static ExprId node(ExprTable *t, ExprOp op, ExprId a, ExprId b, int index)
{
  ExprNode n = {.op = (uint8_t)op,
                .n_args = (uint8_t)expr_op_arity(op),
                .arg = {a, b, NO_INDEX}};
  n.index = index;
  return expr_intern(t, &n);
}

ExprId call_make(ExprTable *t, int function, const ExprId *arg, int n_args,
                 ExprId guard)
{
  ExprId list = expr_const(t, 0);
  assert(function >= 0 && n_args >= 0);
  for (int k = n_args - 1; k >= 0; k--) {
    list = node(t, EXPR_ARG, arg[k], list, 0);
  }
  return node(t, EXPR_CALL, list, guard, function);
}

/* The list, or what is left of it; false: it is at its end. */
static bool next_arg(const ExprTable *t, ExprId *list, ExprId *arg)
{
  const ExprNode *n = expr_node(t, *list);
  if (n->op != EXPR_ARG) return false;
  *arg = n->arg[0];
  *list = n->arg[1];
  return true;
}

int call_n_args(const ExprTable *t, ExprId call)
{
  assert(expr_node(t, call)->op == EXPR_CALL);
  ExprId list = expr_node(t, call)->arg[0], arg;
  int n = 0;
  while (next_arg(t, &list, &arg)) n++;
  return n;
}

void call_args(const ExprTable *t, ExprId call, ExprId *arg)
{
  assert(expr_node(t, call)->op == EXPR_CALL);
  ExprId list = expr_node(t, call)->arg[0];
  for (int k = 0; next_arg(t, &list, &arg[k]);) k++;
}

/* The value where all arguments are constants. */
static bool call_fold(ExprTable *t, ExprId call, int k, double *value)
{
  const CallFunctions *f = expr_functions(t);
  const ExprNode *n = expr_node(t, call);
  ExprId list = n->arg[0], arg;
  double given[FEW];
  int n_args = 0;
  double guard;
  if (!expr_is_const(t, n->arg[1], &guard) || guard == 0) return false;
  while (next_arg(t, &list, &arg)) {
    if (n_args == FEW || !expr_is_const(t, arg, &given[n_args++])) return false;
  }
  if (!f || f->n_results(f->context, n->index) > FEW) return false;
  if (!f->evaluate(f->context, n->index, given, k, value)) return false;
  return isfinite(*value);
}

ExprId call_result(ExprTable *t, ExprId call, int k)
{
  double value;
  assert(expr_node(t, call)->op == EXPR_CALL && k >= 0);
  if (call_fold(t, call, k, &value)) return expr_const(t, value);
  return node(t, EXPR_RESULT, call, NO_EXPR, k);
}

bool call_is_real(const ExprTable *t, ExprId result)
{
  const CallFunctions *f = expr_functions(t);
  const ExprNode *n = expr_node(t, result);
  assert(n->op == EXPR_RESULT);
  return f->is_real(f->context, expr_node(t, n->arg[0])->index, n->index);
}

const bool *call_depends(const ExprTable *t, ExprId call)
{
  const CallFunctions *f = expr_functions(t);
  return f->depends(f->context, expr_node(t, call)->index);
}

const bool *call_moves(const ExprTable *t, ExprId call, Arena *scratch)
{
  const CallFunctions *f = expr_functions(t);
  ArenaMark mark = arena_mark(scratch);
  int n_args = call_n_args(t, call);
  ExprId *arg = arena_array(scratch, (size_t)n_args + 1, sizeof arg[0]);
  call_args(t, call, arg);
  const bool *moves = f->moves(f->context, expr_node(t, call)->index, arg);
  arena_release(mark);
  return moves;
}

ExprId call_trim(ExprTable *t, ExprId call, Arena *scratch)
{
  const ExprNode *n = expr_node(t, call);
  const bool *depends = call_depends(t, call);
  ArenaMark mark = arena_mark(scratch);
  int n_args = call_n_args(t, call), function = n->index;
  ExprId guard = n->arg[1];
  ExprId *arg = arena_array(scratch, (size_t)n_args + 1, sizeof arg[0]);
  call_args(t, call, arg);
  for (int k = 0; k < n_args; k++) {
    if (!depends[k]) arg[k] = expr_const(t, 0);
  }
  ExprId made = call_make(t, function, arg, n_args, guard);
  arena_release(mark);
  return made;
}

/* Along directions of arguments in which the function is linear it has itself
 * as its derivative, with these in place of the arguments. */
static bool is_along_linear(const ExprTable *t, int function,
                            const ExprId *direction, int n_args)
{
  const CallFunctions *f = expr_functions(t);
  int n_linear = f->n_linear ? f->n_linear(f->context, function) : 0;
  for (int k = 0; n_linear > 0 && k < n_args - n_linear; k++) {
    if (!expr_is_zero(t, direction[k])) return false;
  }
  return n_linear > 0;
}

/* arg: the arguments, then the directions. */
static ExprId derivative_along(ExprTable *t, ExprId result, bool exact,
                               ExprId *arg, int n_args)
{
  const CallFunctions *f = expr_functions(t);
  const ExprNode *n = expr_node(t, result);
  const ExprNode *call = expr_node(t, n->arg[0]);
  int function = call->index, k = n->index, n_taken = n_args;
  ExprId guard = call->arg[1];
  if (is_along_linear(t, function, arg + n_args, n_args)) {
    for (int i = n_args - f->n_linear(f->context, function); i < n_args; i++) {
      arg[i] = arg[n_args + i];
    }
  } else {
    function = f->derivative(f->context, function, exact, arg);
    n_taken = 2 * n_args;
  }
  if (function < 0) return NO_EXPR;
  return call_result(t, call_make(t, function, arg, n_taken, guard), k);
}

ExprId call_derivative(ExprTable *t, ExprId result, const ExprId *direction,
                       bool exact, Arena *scratch)
{
  assert(expr_node(t, result)->op == EXPR_RESULT);
  ExprId call = expr_node(t, result)->arg[0];
  ArenaMark mark = arena_mark(scratch);
  int n_args = call_n_args(t, call);
  ExprId *arg = arena_array(scratch, 2 * (size_t)n_args + 1, sizeof arg[0]);
  call_args(t, call, arg);
  bool moves = false;
  for (int k = 0; k < n_args; k++) {
    arg[n_args + k] = direction[k];
    moves |= !expr_is_zero(t, direction[k]);
  }
  ExprId derivative = moves ? derivative_along(t, result, exact, arg, n_args)
                            : expr_const(t, 0);
  arena_release(mark);
  return derivative;
}

ExprId call_inverse(ExprTable *t, ExprId call, int input, ExprId result,
                    Arena *scratch)
{
  const CallFunctions *f = expr_functions(t);
  const ExprNode *n = expr_node(t, call);
  const CallInverse *inverse = f->inverse(f->context, n->index, input);
  if (!inverse) return NO_EXPR;
  ExprId guard = n->arg[1];
  ArenaMark mark = arena_mark(scratch);
  ExprId *arg =
      arena_array(scratch, (size_t)call_n_args(t, call) + 1, sizeof arg[0]);
  ExprId *given =
      arena_array(scratch, (size_t)inverse->n_arguments + 1, sizeof given[0]);
  call_args(t, call, arg);
  for (int k = 0; k < inverse->n_arguments; k++) {
    int from = inverse->argument[k];
    assert(from != input); /* it is what is asked for */
    given[k] = from < 0 ? result : arg[from];
  }
  ExprId made =
      call_make(t, inverse->function, given, inverse->n_arguments, guard);
  arena_release(mark);
  return call_result(t, made, 0);
}

double call_value(const ExprTable *t, ExprId result, const double *arg)
{
  const CallFunctions *f = expr_functions(t);
  const ExprNode *n = expr_node(t, result);
  int function = expr_node(t, n->arg[0])->index;
  double value;
  assert(n->index < f->n_results(f->context, function));
  bool good = f->evaluate(f->context, function, arg, n->index, &value);
  return good ? value : NAN;
}
