/* model_scales.h: which integrated variables are of comparable size, as tables
 * of model.c (fmu_runtime/states/scale.h).
 */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_SCALES_H
#define FOUCAULT_EMIT_MODEL_MODEL_SCALES_H

#include <stdio.h>

#include "emit/kernel/model_text.h"

/* Nothing where all integrated variables have nominal values. */
void model_scales_write(const ModelText *m, FILE *out);
/* The scale group of relation k, from 1; 0: none. */
int model_scales_relation(const ReducedSystem *r, int k);
/* The same, members of Model. */
void model_scales_members(const ModelText *m, FILE *out);

#endif
