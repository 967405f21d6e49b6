/* model_hybrid.h: what events need in model.c: the pairs of variables and
 * their pre(), sample(), reinit().
 *
 * model_hybrid_write() writes tables and functions, model_hybrid_members()
 * the members of the struct Model that name them. Nothing of either for a
 * model without.
 */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_HYBRID_H
#define FOUCAULT_EMIT_MODEL_MODEL_HYBRID_H

#include <stdio.h>

#include "emit/kernel/model_text.h"

void model_hybrid_write(ModelText *m, FILE *out);
void model_hybrid_members(const ModelText *m, FILE *out);

#endif
