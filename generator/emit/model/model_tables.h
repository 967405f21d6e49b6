/* model_tables.h: the constant data of foucault_model: start values, what may
 * be done with each variable, states, event relations. */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_TABLES_H
#define FOUCAULT_EMIT_MODEL_MODEL_TABLES_H

#include "emit/kernel/model_text.h"

void model_tables_write(ModelText *m, FILE *out);

/* The line of foucault_model that names the kinds of the "real", "integer" or
 * "boolean" variables. */
void model_tables_kind_member(const char *type, int n_slots, FILE *out);

#endif
