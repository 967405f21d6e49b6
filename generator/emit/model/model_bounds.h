/* model_bounds.h: min and max of integrated variables and parameters, as tables
 * of model.c (fmu_runtime/evaluate/bounds.h).
 *
 * gives   the references of states and of what may become one, where min or max
 *         is a number, ordered by these; one row for each pair of numbers.
 *         The same of parameters
 * cost    n log n in such variables
 */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_BOUNDS_H
#define FOUCAULT_EMIT_MODEL_MODEL_BOUNDS_H

#include <stdio.h>

#include "emit/kernel/model_text.h"

/* The tables; nothing where nothing has min or max. */
void model_bounds_write(const ModelText *m, FILE *out);
/* Their members of Model. */
void model_bounds_members(const ModelText *m, FILE *out);

#endif
