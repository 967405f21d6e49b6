/* block_item.h: the statement of one block: what it is made of, and how loops
 * are numbered. For the writers of sequences and for schedule.c. */
#ifndef FOUCAULT_EMIT_BLOCKS_BLOCK_ITEM_H
#define FOUCAULT_EMIT_BLOCKS_BLOCK_ITEM_H

#include "emit/kernel/model_text.h"

/* Does the assignment give an Integer a number that is known? */
bool block_item_integer(const ModelText *m, const ReducedBlock *b,
                        double *value);
/* Expressions of an assignment: the value, what it is divided by, what that is
 * compared with. Of a loop 0. */
int block_item_roots(const ReducedBlock *b);

/* What the statement of a block is made of, in the scratch arena; `number`:
 * of a loop among the loops of its sequence, of an assignment that is guarded
 * among the guards. */
void block_item_describe(ModelText *m, const ReducedBlock *b, int number,
                         KernelItem *kernel);

/* The number of each block among the loops of its sequence, -1: none. */
int *block_item_numbers(const ModelText *m, const BlockSequence *sequence,
                        int *n_loops);

#endif
