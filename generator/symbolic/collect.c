/* collect.c: a stack of parts with their factors, then a sorted list. */
#include "symbolic/collect.h"

#include <math.h>
#include <stdlib.h>

#include "base/vector.h"

typedef struct Term {
  ExprId e;
  ExprId key; /* x*y for x*y and y*x: terms with the same key are equal */
  double factor;
  int place; /* where it stood, so that the order stays */
} Term;

typedef struct Terms {
  Arena *arena;
  Term *item;
  int n, cap;
} Terms;

static void collect_push(Terms *t, ExprId e, double factor)
{
  t->item =
      vector_grow(t->arena, t->item, &t->cap, t->n + 1, sizeof t->item[0]);
  t->item[t->n] = (Term){e, e, factor, t->n};
  t->n++;
}

/* Takes one node apart onto the stack; false: it is a term. Operands go on
 * last first, so that they come off in their order. */
static bool split(const ExprTable *t, Terms *stack, Term part)
{
  const ExprNode *n = expr_node(t, part.e);
  double value;
  switch ((ExprOp)n->op) {
  case EXPR_ADD:
  case EXPR_SUB:
    collect_push(stack, n->arg[1],
                 n->op == EXPR_SUB ? -part.factor : part.factor);
    collect_push(stack, n->arg[0], part.factor);
    return true;
  case EXPR_NEG: collect_push(stack, n->arg[0], -part.factor); return true;
  case EXPR_MUL:
    for (int k = 0; k < 2; k++) {
      if (!expr_is_const(t, n->arg[k], &value)) continue;
      collect_push(stack, n->arg[1 - k], part.factor * value);
      return true;
    }
    return false;
  case EXPR_DIV:
    if (!expr_is_const(t, n->arg[1], &value) || value == 0) return false;
    collect_push(stack, n->arg[0], part.factor / value);
    return true;
#define MATH_FUNCTION(NAME, ...) case EXPR_##NAME:
#include "base/builtin_functions.def"
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_TIME:
  case EXPR_DIRECTION:
  case EXPR_POW:
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_EQ:
  case EXPR_NE:
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_NOT:
  case EXPR_IF:
  case EXPR_INITIAL:
  case EXPR_ARG:
  case EXPR_CALL:
  case EXPR_RESULT:
  case N_EXPR_OPS: break;
  }
  return false;
}

static ExprId collect_key_of(ExprTable *t, ExprId e)
{
  const ExprNode *n = expr_node(t, e);
  bool swap = n->op == EXPR_MUL && n->arg[1].i < n->arg[0].i;
  return swap ? expr_mul(t, n->arg[1], n->arg[0]) : e;
}

static int by_expression(const void *a, const void *b)
{
  const Term *x = a, *y = b;
  if (x->key.i != y->key.i) return x->key.i < y->key.i ? -1 : 1;
  return x->place - y->place;
}

static int by_place(const void *a, const void *b)
{
  return ((const Term *)a)->place - ((const Term *)b)->place;
}

/* Adds up the factors of equal terms; what is left of 0.1 + 0.2 - 0.3 is
 * rounding and goes too. */
static void collect_merge(Terms *terms)
{
  int n = 0;
  if (terms->n == 0) return;
  qsort(terms->item, (size_t)terms->n, sizeof(Term), by_expression);
  for (int k = 0; k < terms->n;) {
    Term sum = terms->item[k];
    double size = fabs(sum.factor);
    for (k++; k < terms->n && expr_same(terms->item[k].key, sum.key); k++) {
      sum.factor += terms->item[k].factor;
      size = fmax(size, fabs(terms->item[k].factor));
    }
    if (fabs(sum.factor) > 1e-14 * size) terms->item[n++] = sum;
  }
  terms->n = n;
  qsort(terms->item, (size_t)n, sizeof(Term), by_place);
}

static ExprId collect_scaled(ExprTable *t, ExprId e, double factor)
{
  return factor == 1 ? e : expr_mul(t, expr_const(t, factor), e);
}

static ExprId build(ExprTable *t, const CollectedSum *terms)
{
  ExprId sum = NO_EXPR;
  for (int k = 0; k < terms->n; k++) {
    const CollectedTerm *term = &terms->term[k];
    if (sum.i < 0)
      sum = collect_scaled(t, term->e, term->factor);
    else if (term->factor < 0)
      sum = expr_sub(t, sum, collect_scaled(t, term->e, -term->factor));
    else
      sum = expr_add(t, sum, collect_scaled(t, term->e, term->factor));
  }
  ExprId number = expr_const(t, terms->constant);
  return sum.i < 0 ? number : expr_add(t, sum, number);
}

CollectedSum collect_list(ExprTable *t, ExprId e, Arena *arena)
{
  Terms stack = {.arena = arena}, terms = {.arena = arena};
  CollectedSum sum = {0};
  double value;
  collect_push(&stack, e, 1);
  while (stack.n > 0) {
    Term part = stack.item[--stack.n];
    if (expr_is_const(t, part.e, &value))
      sum.constant += part.factor * value;
    else if (!split(t, &stack, part))
      collect_push(&terms, part.e, part.factor);
  }
  for (int k = 0; k < terms.n; k++) {
    terms.item[k].key = collect_key_of(t, terms.item[k].e);
  }
  collect_merge(&terms);
  sum.term = arena_array(arena, (size_t)terms.n, sizeof sum.term[0]);
  for (sum.n = 0; sum.n < terms.n; sum.n++) {
    const Term *term = &terms.item[sum.n];
    sum.term[sum.n] = (CollectedTerm){term->e, term->factor};
  }
  return sum;
}

ExprId collect_terms(ExprTable *t, ExprId e, Arena *scratch)
{
  ArenaMark mark = arena_mark(scratch);
  CollectedSum terms = collect_list(t, e, scratch);
  ExprId sum = build(t, &terms);
  arena_release(mark);
  return sum;
}
