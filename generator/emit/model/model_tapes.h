/* model_tapes.h: the tapes of relations (reduce/tapes.h) in model.c. */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_TAPES_H
#define FOUCAULT_EMIT_MODEL_MODEL_TAPES_H

#include "emit/kernel/model_text.h"

/* The tables; nothing where no relation has a tape. */
void model_tapes_write(const ModelText *m, FILE *out);
/* Their members of the struct foucault_model. */
void model_tapes_members(const ReducedSystem *r, FILE *out);

#endif
