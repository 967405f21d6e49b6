/* model_tables.h: the constant data of foucault_model: start values, what may
 * be done with each variable, states, event relations. */
#ifndef FOUCAULT_EMIT_MODEL_TABLES_H
#define FOUCAULT_EMIT_MODEL_TABLES_H

#include "emit/model_text.h"

void model_tables_write(ModelText *m, FILE *out);

#endif
