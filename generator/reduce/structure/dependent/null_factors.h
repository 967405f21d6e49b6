/* null_factors.h: u with u^T J = 0, as expressions.
 *
 * needs   J, entries as expressions, its rank n_rows - 1 in general and as few
 *         rows as that takes; points at which to look for what vanishes. Rows
 *         that are to have a simple factor stand last
 * gives   u, divided by nothing but numbers, so that it is defined wherever
 *         J is
 * fails   returns a text: which limit the formulas would exceed
 * cost    rows^2 * columns expressions at most, and those of the minors:
 *         2^MOST_CORE_ROWS in the worst case, MOST_NEW_NODES in fact
 *
 * The columns are equations for u. As long as one has a number for a factor,
 * it is solved for that element of u and put into the others (Markowitz'
 * order). What remains, the core, has no numbers: its solution are its minors
 * with alternating signs, each made of the smaller ones.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_DEPENDENT_NULL_FACTORS_H
#define FOUCAULT_REDUCE_STRUCTURE_DEPENDENT_NULL_FACTORS_H

#include "reduce/structure/null_space.h"
#include "reduce/system/start_point.h"

typedef struct NullPoints {
  Walk *walk;
  StartPoint *const *point; /* the last one is the most general */
  int n_points;
} NullPoints;

/* u[n_rows]; NO_EXPR: zero. NULL: done; else why not, as "more than ...". */
const char *null_factors_make(ExprTable *t, const SymbolicMatrix *j,
                              const NullPoints *points, ExprId *u,
                              Arena *scratch);

#endif
