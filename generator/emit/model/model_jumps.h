/* model_jumps.h: what the runtime needs where a constraint jumps, as C:
 * JumpProblem of fmu_runtime/model.h. Nothing is written without jumps. */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_JUMPS_H
#define FOUCAULT_EMIT_MODEL_MODEL_JUMPS_H

#include "emit/kernel/model_text.h"

void model_jumps_write(ModelText *m, FILE *out);
/* Its member of the struct. */
void model_jumps_member(const ModelText *m, FILE *out);

#endif
