/* initial_check.c: conditions of the start as assertions. */
#include "reduce/system/initial_check.h"

#include "base/vector.h"

/* A condition holds if it is met to this part of the sum of its terms. */
static const double tolerance = 1e-6;
/* What is nothing but rounding in a sum of one term, der(x) = 0. */
static const double smallest_size = 1e-6;

/* The sum of the sizes of the terms of a sum. */
static ExprId initial_check_size_of(ExprTable *t, ExprId e, Arena *arena)
{
  ExprId size = expr_const(t, smallest_size), *stack = NULL;
  int depth = 0, cap = 0;
  stack = vector_grow(arena, stack, &cap, 1, sizeof stack[0]);
  stack[depth++] = e;
  while (depth > 0) {
    ExprId term = stack[--depth];
    const ExprNode *n = expr_node(t, term);
    bool is_sum = n->op == EXPR_ADD || n->op == EXPR_SUB;
    if (!is_sum && n->op != EXPR_NEG) {
      size = expr_add(t, size, expr_unary(t, EXPR_ABS, term));
      continue;
    }
    stack = vector_grow(arena, stack, &cap, depth + 2, sizeof stack[0]);
    stack[depth++] = n->arg[0];
    if (is_sum) stack[depth++] = expr_node(t, term)->arg[1];
  }
  return size;
}

ExprId initial_check_met(const System *sys, ExprId residual, Arena *scratch)
{
  ExprTable *t = sys->exprs;
  ExprId most = expr_mul(t, expr_const(t, tolerance),
                         initial_check_size_of(t, residual, scratch));
  return expr_relation(t, EXPR_LE, expr_unary(t, EXPR_ABS, residual), most, -1);
}

void initial_check_add(System *sys, Session *s, ExprId residual, Span span,
                       const char *message)
{
  sys->assertion = vector_grow(sys->arena, sys->assertion, &sys->cap_assertions,
                               sys->n_assertions + 1, sizeof(Assertion));
  sys->assertion[sys->n_assertions++] = (Assertion){
      .condition = initial_check_met(sys, residual, session_scratch(s)),
      .message = message,
      .level = ASSERTION_ERROR,
      .moment = ASSERTION_INITIAL,
      .span = span};
}
