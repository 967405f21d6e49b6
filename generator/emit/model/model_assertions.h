/* model_assertions.h: assert() in model.c: a table of texts, the variables
 * whose values are reported with them, and a function that looks at the
 * conditions. Nothing for a model without assertions.
 */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_ASSERTIONS_H
#define FOUCAULT_EMIT_MODEL_MODEL_ASSERTIONS_H

#include <stdio.h>

#include "emit/kernel/model_text.h"

void model_assertions_write(ModelText *m, FILE *out);

#endif
