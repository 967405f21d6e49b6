/* expr_names.h: names for what expressions share, so that a graph can be
 * written as text.
 *
 * An expression is a graph; written as a tree, forty squarings of a sum are
 * 2^40 terms. Where the tree is large, parts of it get names, and the text
 * reads as in mathematics: t1 = a + b, t2 = t1*t1, ...
 *
 * needs   a table to which no nodes are added meanwhile
 * gives   a name for each part that a large expression holds more than once,
 *         and for parts that would make a text long or deep. A part keeps its
 *         name in all expressions that follow. Small expressions are written
 *         as they are
 * cost    linear in the table, then in what has no name yet; the text of all
 *         expressions together is linear in the graph
 */
#ifndef FOUCAULT_SYMBOLIC_EXPR_NAMES_H
#define FOUCAULT_SYMBOLIC_EXPR_NAMES_H

#include "symbolic/walk.h"

typedef struct ExprNames {
  Walk *walk;       /* stops at what has a name */
  WalkStops *named; /* by ExprId: the number k of tk, 0: none */
  uint32_t *tree;   /* [nodes] written as a tree; UINT32_MAX: more */
  Arena *scratch;   /* for what is needed during one call */
} ExprNames;

ExprNames *expr_names_create(ExprTable *t, Arena *arena);

/* Are names used in the text of this one? */
bool expr_names_apply(const ExprNames *names, ExprId e);

/* Names what e needs; named->node[] from the number returned on is new, each
 * after those that it holds itself. */
int expr_names_find(ExprNames *names, ExprId e);

#endif
