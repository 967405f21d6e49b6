/* result_run.h: results of one call that variables take in a row, copied
 * together.
 *
 *   memcpy(&v->real[1], &c1[0], 160000 * sizeof v->real[0]); // tab[1,1] ...
 *
 * An array that a function computes would be as many statements as it has
 * elements otherwise, on which the C compiler spends minutes.
 *
 * needs   the call is carried out already (shared_value.h)
 * cost    linear in the blocks
 */
#ifndef FOUCAULT_EMIT_BLOCKS_RESULT_RUN_H
#define FOUCAULT_EMIT_BLOCKS_RESULT_RUN_H

#include "emit/kernel/model_text.h"

/* How many of the blocks block[order[0]], block[order[1]], ... are copied
 * together; 0: they are too few for it. */
int result_run_length(const ModelText *m, const ReducedBlock *block,
                      const int *order, int n);
/* The statement for n of them, of which `first` is the first. */
void result_run_write(ModelText *m, const ReducedBlock *first, int n,
                      FILE *out);

#endif
