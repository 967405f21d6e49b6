/* collect.h: like terms of a sum put together.
 *
 * simplify.c looks at one node and its operands: it does not see that x
 * cancels out of (x + y) - x. Here a sum is taken apart, through signs and
 * numeric factors, down to terms that are not sums, and built again with each
 * term once: 2*(x + y) - x becomes x + 2*y. Products of sums stay as they are.
 *
 * cost    terms times their logarithm
 */
#ifndef FOUCAULT_SYMBOLIC_COLLECT_H
#define FOUCAULT_SYMBOLIC_COLLECT_H

#include "base/arena.h"
#include "symbolic/expr.h"

/* A sum as it is built again: constant + sum of factor * e. */
typedef struct CollectedTerm {
  ExprId e; /* no sum, no constant */
  double factor;
} CollectedTerm;

typedef struct CollectedSum {
  CollectedTerm *term; /* [n] each once, in their order; in the arena */
  int n;
  double constant;
} CollectedSum;

CollectedSum collect_list(ExprTable *t, ExprId e, Arena *arena);

/* `scratch` is given back as it was. */
ExprId collect_terms(ExprTable *t, ExprId e, Arena *scratch);

#endif
