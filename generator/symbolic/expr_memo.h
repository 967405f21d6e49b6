/* expr_memo.h: what was found out about an expression, kept by its id.
 *
 * Nodes never change, so what a walk has found below one holds for good.
 * Several passes ask the same about the residual of an equation; one of them
 * walks, writes down what it found as a list of integers, and the others read.
 *
 * cost    a memo takes its words, and 4 bytes for each expression made up to
 *         that time; finding it one look into a table
 */
#ifndef FOUCAULT_SYMBOLIC_EXPR_MEMO_H
#define FOUCAULT_SYMBOLIC_EXPR_MEMO_H

#include "symbolic/expr.h"

typedef struct ExprMemo ExprMemo;

/* Notes of one kind; they live in `arena` and grow while it is marked and
 * released. */
ExprMemo *expr_memo_create(Arena *arena);

/* NULL: there is no memo on e. Good until the memo are forgotten. */
const int32_t *expr_memo_find(const ExprMemo *memo, ExprId e);
/* Room for the n_words (one or more) of a new memo; there is none on e yet. */
int32_t *expr_memo_add(ExprMemo *memo, ExprId e, int n_words);

/* All of them; the memory is given back. New ones may be made. */
void expr_memo_forget(ExprMemo *memo);

#endif
