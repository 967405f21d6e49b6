/* model_adjoint.h: adjoint derivatives as C, backward, block by block.
 *
 * The transpose of model_tangent.h: weights of what is computed, in t->d, are
 * spread over what it is computed from, from the last statement to the first.
 * One pass gives the gradient of a weighted sum of unknowns with respect to
 * everything, whatever the number of inputs and states. A loop is passed by one
 * solution with the transposed factors (block_adjoint() of fmu_runtime/model.h).
 *
 * Where an assignment has its change along a direction alone
 * (ReducedBlock.along: it calls a function), its factors are that change along
 * the unit directions.
 */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_ADJOINT_H
#define FOUCAULT_EMIT_MODEL_MODEL_ADJOINT_H

#include "emit/blocks/tangent_row.h"

/* Nothing is written where adjoints were not asked for
 * (TranslationChoice.adjoints). */
bool model_adjoint_is_written(const ModelText *m);

/* <name>_adjoint: weights t->r of a loop's residuals, added to t->d. */
void model_adjoint_write_loop(ModelText *m, const ReducedBlock *block,
                              const char *name, FILE *out);

/* As model_tangent_write(); the parts too are passed from the last to the
 * first. */
void model_adjoint_write(ModelText *m, const TangentPart *part, int n_parts,
                         const char *function, FILE *out);

/* The members of Model. */
void model_adjoint_members(const ModelText *m, FILE *out);

#endif
