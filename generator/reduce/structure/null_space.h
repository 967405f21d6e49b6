/* null_space.h: D with C D = 0, by formulas.
 *
 * needs   C, n_rows < n_columns, entries as expressions, of full row rank
 *         where the model is
 * gives   n_columns - n_rows columns that span the null space of C wherever
 *         its rank is full; entries are never divided by what may vanish there
 * fails   returns false where no such formula is known: another way must be
 *         taken (no diagnostic)
 * cost    of the formulas: at most MOST_MINOR_ROWS! terms an entry, or a pass
 *         over the columns found so far for each row
 *
 * Two ways. One column is missing to a square matrix: the minors of C, with
 * alternating signs, as the cross product is made. Else row by row, if each row
 * has columns that no row before it had: one with a factor that is a number
 * not zero, which the row is solved for, or two of any kind, (a, b): the row
 * gives (-b, a) as a new direction, and the directions before it continue
 * along (a, b)/(a^2 + b^2).
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_NULL_SPACE_H
#define FOUCAULT_REDUCE_STRUCTURE_NULL_SPACE_H

#include "base/arena.h"
#include "symbolic/expr.h"

typedef struct SymbolicMatrix {
  int n_rows, n_columns;
  ExprId *entry; /* by rows; NO_EXPR: zero */
} SymbolicMatrix;

/* *d: made in the arena, n_columns rows. */
bool null_space_make(ExprTable *t, const SymbolicMatrix *c, SymbolicMatrix *d,
                     Arena *arena);

#endif
