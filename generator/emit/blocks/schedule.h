/* schedule.h: an order of blocks in which equal ones stand together.
 *
 * needs   a sequence in which each block needs only earlier ones
 * gives   another such order: whenever a block is due, all others of its kernel
 *         whose values are there follow at once. The equations of n equal
 *         cells, cell by cell, become a row of each equation; a chain, in
 *         which each needs the one before, stays a chain.
 * keeps   the order of what reads and writes the same variable, so that every
 *         value is the same as before; the order itself, where no kernel comes
 *         often enough for a loop
 * cost    linear in the occurrences of variables
 */
#ifndef FOUCAULT_EMIT_BLOCKS_SCHEDULE_H
#define FOUCAULT_EMIT_BLOCKS_SCHEDULE_H

#include "emit/kernel/model_text.h"

/* [n_blocks] indices of blocks, in the arena of m; the same list whenever it
 * is asked for. */
const int *schedule_blocks(ModelText *m, const BlockSequence *sequence);
/* [n] the kernels of these blocks of a sequence that has been scheduled, -1:
 * none or too seldom for a loop; in the scratch arena. NULL: not known. */
const int *schedule_kernels(ModelText *m, const BlockSequence *sequence,
                            const int *block, int n);

#endif
