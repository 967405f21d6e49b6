/* model_blocks.h: a sequence of blocks as C: the algebraic loops with their
 * residuals, Jacobians and tables, then the function that goes through the
 * sequence. */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_BLOCKS_H
#define FOUCAULT_EMIT_MODEL_MODEL_BLOCKS_H

#include "emit/kernel/model_text.h"

/* `function` is the C function that becomes part of foucault_model; `prefix`
 * begins the names of everything else. */
void model_blocks_write(ModelText *m, const BlockSequence *sequence,
                        const char *function, const char *prefix, FILE *out);

/* Finds what the texts of other sequences need of the initial one: the order of
 * its blocks, the names of its loops. */
void model_blocks_number_initial(ModelText *m);

/* Only the function, of those blocks for which keeps[] is true; everything
 * else is written already. */
void model_blocks_write_kept(ModelText *m, const BlockSequence *sequence,
                             const bool *keeps, const char *function,
                             const char *prefix, FILE *out);

/* The function as one of many points at once (lanes.h), of assignments. */
void model_blocks_write_lanes(ModelText *m, const BlockSequence *sequence,
                              const char *function, FILE *out);

/* <name>_residual and <name>_tangent of equations that are not solved. */
void model_blocks_write_rows(ModelText *m, const ReducedBlock *rows,
                             const char *name, FILE *out);

/* Does the sequence compute an Integer at run time? */
bool model_blocks_need_integers(const ModelText *m,
                                const BlockSequence *sequence);

#endif
