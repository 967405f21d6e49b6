/* block_run.h: loops of one kernel that are one entry in the list of blocks.
 *
 * Of thousands of equal cells each has a loop with the number of the one before
 * and some more, the unknowns and references of its own, and all else that its
 * leader has (block_twin.h). These are one entry; the FMU makes a block of each
 * when an instance is made (Block.n_twins).
 *
 * cost    linear in the blocks
 */
#ifndef FOUCAULT_EMIT_BLOCKS_BLOCK_RUN_H
#define FOUCAULT_EMIT_BLOCKS_BLOCK_RUN_H

#include "emit/kernel/model_text.h"

/* n blocks whose numbers differ by `step`. */
typedef struct BlockRun {
  const ReducedBlock **block; /* [n] */
  int n, step;
  int n_references, n_literals; /* of each, once their tables are written */
} BlockRun;

typedef struct BlockRuns {
  BlockRun **run; /* of each block: the run that begins there, else NULL */
  int *entry;     /* of each block: its place in the list, -1: it has none */
} BlockRuns;

/* number, leader: of each block, see model_blocks.h and block_twin.h. In the
 * arena of m. */
BlockRuns block_runs_find(ModelText *m, const BlockSequence *sequence,
                          const int *number, const int *leader);

#endif
