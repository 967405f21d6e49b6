/* model_sets.h: the selection sets, as the table selection_set[]. */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_SETS_H
#define FOUCAULT_EMIT_MODEL_MODEL_SETS_H

#include "emit/kernel/model_text.h"

/* `entry`: of each block of the sequence, its place in <prefix>_block. */
void model_sets_write(const ModelText *m, const BlockSequence *sequence,
                      const int *entry, const char *prefix, FILE *out);

#endif
