/* model_tangent.h: directional derivatives as C, forward, block by block. */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_TANGENT_H
#define FOUCAULT_EMIT_MODEL_MODEL_TANGENT_H

#include "emit/blocks/tangent_row.h"

/* <name>_tangent: how the residuals of a loop change. */
void model_tangent_write_loop(ModelText *m, const ReducedBlock *block,
                              const char *name, FILE *out);

/* One sequence after the other (n of them) as the C function `function`; their
 * blocks, in the tables <prefix>_block, must be written already. */
void model_tangent_write(ModelText *m, const TangentPart *part, int n_parts,
                         const char *function, FILE *out);

#endif
