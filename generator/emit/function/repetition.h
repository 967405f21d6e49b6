/* repetition.h: expressions of a function that are alike, at even distances.
 *
 *   a[1] := 2*u[1] + 1;   a[2] := 2*u[2] + 1;   a[3] := 2*u[3] + 1;
 *
 * come from one statement about arrays. The graph of the first one is kept;
 * the next ones follow it if they have the same graph, the same arrays with
 * indices that grow by the same stride from turn to turn, and any numbers.
 *
 * needs   expressions of the body of one function (function/function.h)
 * gives   what the leaves of the first one are in turn k
 * cost    proportional to the nodes that are looked at; large graphs are not
 *         repeated
 */
#ifndef FOUCAULT_EMIT_FUNCTION_REPETITION_H
#define FOUCAULT_EMIT_FUNCTION_REPETITION_H

#include "function/function.h"
#include "symbolic/walk_pattern.h"

typedef struct RepeatedLeaf {
  ExprId node;      /* of the first turn */
  int position;     /* in the walk */
  int slot, stride; /* EXPR_VAR: slot + turn*stride; else slot -1 */
  double *number;   /* EXPR_CONST: [n_turns], if they differ */
  int cap_numbers;
  bool varies;   /* they do */
  bool is_fixed; /* they must not: the text depends on the number */
  int table;     /* for who writes it */
} RepeatedLeaf;

typedef struct Repetition {
  const Function *f;
  Walk *walk;
  Arena *arena;
  WalkPattern graph;
  RepeatedLeaf *leaf;
  int n_leaves, cap_leaves;
  int target, stride; /* the slot that is assigned: as of a leaf; -1: none */
  int n_turns;        /* 0: the graph is too large */
} Repetition;

/* The first turn: target := e. */
void repetition_begin(Repetition *r, ExprId e, int target);
/* Is it the next turn? Then there is one more. */
bool repetition_continues(Repetition *r, ExprId e, int target);
/* How the index of this slot, read by the first turn, grows. */
int repetition_stride(const Repetition *r, int slot);
/* The leaf of this number, if it varies; else NULL. */
const RepeatedLeaf *repetition_number(const Repetition *r, ExprId node);

#endif
