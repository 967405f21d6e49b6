/* block_twin.h: algebraic loops of the same kernel share their C functions.
 *
 * Many cells with a small loop each: residual, Jacobian, tangent and inner
 * computation are written once, for the first of them, the leader. They read
 * value references and numbers through v->block (see fmu_runtime/model.h):
 *
 *   residual[0] = v->real[v->block->reference[0]] - v->block->literal[0];
 *
 * cost    linear in the nodes of the loops
 */
#ifndef FOUCAULT_EMIT_BLOCKS_BLOCK_TWIN_H
#define FOUCAULT_EMIT_BLOCKS_BLOCK_TWIN_H

#include "emit/blocks/block_tables.h"
#include "emit/kernel/model_text.h"

/* For each block of the sequence the one whose functions it uses, -1: its
 * own, as functions of one block only. The leader of several is its own
 * leader. In the arena of m. */
int *block_twin_leaders(ModelText *m, const BlockSequence *sequence);

/* Between these two the functions of a leader are written. */
void block_twin_enter(ModelText *m, const ReducedBlock *leader);
void block_twin_leave(ModelText *m);

/* <name>_reference and <name>_literal of a loop that has a leader, or of all
 * loops of its run; numbers that are the leader's are not written again. */
void block_twin_write_tables(ModelText *m, const AlgebraicLoop *loop,
                             FILE *out);
/* Their members of the struct Block. */
void block_twin_write_members(ModelText *m, const AlgebraicLoop *loop,
                              FILE *out);

/* The text of the index of a variable in v->real; NULL outside of
 * block_twin_enter(). In the scratch arena. */
const char *block_twin_slot(ModelText *m, VarId var);

#endif
