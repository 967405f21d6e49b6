/* block_tables.h: the tables of an algebraic loop and its entry in the list of
 * blocks; private to emit/model/model_blocks.c and its helpers.
 *
 * Loops of one kernel (block_twin.h) have most of their tables in common: what
 * is equal to the leader's is not written again.
 *
 * cost    linear in the unknowns and entries of the loop
 */
#ifndef FOUCAULT_EMIT_BLOCKS_BLOCK_TABLES_H
#define FOUCAULT_EMIT_BLOCKS_BLOCK_TABLES_H

#include "emit/blocks/algebraic_loop.h"
#include "emit/blocks/block_run.h"
#include "emit/kernel/model_text.h"

/* The name of a column; of a selection set it may not exist at a level. */
const char *block_tables_column(const ModelText *m, const ReducedBlock *b,
                                int k);

/* Has the loop all in common with its leader, but for unknowns, references and
 * numbers? False as well: it has none. */
bool block_tables_are_like_leader(ModelText *m, const AlgebraicLoop *loop);

/* The arrays, in front of the list of blocks. */
void block_tables_write(const ModelText *m, const AlgebraicLoop *loop,
                        FILE *out);
/* Of the leader of several loops: LIKE_<name>, the members of the entry that
 * the others have in common with it. */
void block_tables_write_common(ModelText *m, const AlgebraicLoop *leader,
                               FILE *out);
/* The entry; `number`: in the list. */
void block_tables_write_entry(ModelText *m, const AlgebraicLoop *loop,
                              int number, FILE *out);

#endif
