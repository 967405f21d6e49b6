/* cancellation.c: sums are counted from the leaves upward. */
#include "reduce/index/cancellation.h"

#include <assert.h>
#include <math.h>

/* A factor is good where it is not below this part of the largest number of its
 * row. */
static const double GOOD_FACTOR = 1e-3;

static int at_most_three(int n)
{
  return n < CANCELLATION_TERMS ? n : CANCELLATION_TERMS;
}

static bool changes(const System *sys, const ExprNode *n)
{
  return n->op == EXPR_TIME ||
         (n->op == EXPR_VAR && sys->var[n->var.i].kind > VAR_PARAMETER);
}

/* A product with a constant has the terms of its other factor, and a quotient
 * by a constant those of its numerator; a product of two sums is one term. */
static int terms_of_product(const ExprNode *n, int left, int right)
{
  if (right == 0) return left;
  return left == 0 && n->op == EXPR_MUL ? right : 1;
}

static int terms_at(const System *sys, const Walk *walk, const ExprNode *n,
                    const unsigned char *count)
{
  int operand[3] = {0}, sum = 0;
  bool is_leaf = n->op == EXPR_CONST || n->op == EXPR_VAR || n->op == EXPR_TIME;
  for (int k = 0; !is_leaf && k < n->n_args; k++) {
    int position = walk_position(walk, n->arg[k]);
    operand[k] = position < 0 ? 0 : count[position];
    sum += operand[k];
  }
  switch (n->op) {
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_NEG: return at_most_three(sum);
  case EXPR_MUL:
  case EXPR_DIV: return terms_of_product(n, operand[0], operand[1]);
  default: return sum > 0 || changes(sys, n);
  }
}

int cancellation_terms(const System *sys, Walk *walk, ExprId e)
{
  walk_from(walk, e, false);
  assert(walk->n_nodes > 0);
  ArenaMark mark = arena_mark(walk->arena);
  unsigned char *count = arena_array(walk->arena, (size_t)walk->n_nodes, 1);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    count[k] = (unsigned char)terms_at(sys, walk, n, count);
  }
  int terms = count[walk->n_nodes - 1];
  arena_release(mark);
  return terms;
}

bool cancellation_factor_is_good(const System *sys, ExprId factor, int n_terms,
                                 double largest)
{
  double value;
  assert(n_terms >= 0 && largest >= 0);
  if (n_terms < CANCELLATION_TERMS) return true;
  return expr_is_const(sys->exprs, factor, &value) &&
         fabs(value) >= GOOD_FACTOR * largest;
}

bool cancellation_is_constant(const System *sys, Walk *walk, ExprId e)
{
  return cancellation_terms(sys, walk, e) == 0;
}
