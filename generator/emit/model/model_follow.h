/* model_follow.h: what directions need that follow parameters, as C
 * (reduce/follow_rows.h). */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_FOLLOW_H
#define FOUCAULT_EMIT_MODEL_MODEL_FOLLOW_H

#include "emit/kernel/model_text.h"

/* Nothing where sensitivities were not asked for. */
void model_follow_write(ModelText *m, FILE *out);
/* The member of Model. */
void model_follow_member(const ModelText *m, FILE *out);

#endif
