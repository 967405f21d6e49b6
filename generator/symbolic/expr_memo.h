/* expr_notes.h: what was found out about an expression, kept by its id.
 *
 * Nodes never change, so what a walk has found below one holds for good.
 * Several passes ask the same about the residual of an equation; one of them
 * walks, writes down what it found as a list of integers, and the others read.
 *
 * cost    a note takes its words, and 4 bytes for each expression made up to
 *         that time; finding it one look into a table
 */
#ifndef FOUCAULT_SYMBOLIC_EXPR_NOTES_H
#define FOUCAULT_SYMBOLIC_EXPR_NOTES_H

#include "symbolic/expr.h"

typedef struct ExprNotes ExprNotes;

/* Notes of one kind; they live in `arena` and grow while it is marked and
 * released. */
ExprNotes *expr_notes_create(Arena *arena);

/* NULL: there is no note on e. Good until the notes are forgotten. */
const int32_t *expr_notes_find(const ExprNotes *notes, ExprId e);
/* Room for the n_words (one or more) of a new note; there is none on e yet. */
int32_t *expr_notes_add(ExprNotes *notes, ExprId e, int n_words);

/* All of them; the memory is given back. New ones may be made. */
void expr_notes_forget(ExprNotes *notes);

#endif
