/* model_members.h: members of the struct foucault_model in model.c, one line
 * each; what the model does not have is left out. */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_MEMBERS_H
#define FOUCAULT_EMIT_MODEL_MODEL_MEMBERS_H

#include "emit/kernel/model_text.h"

/* Numbers of variables, states, relations, ..., and the arrays of tables. */
void model_members_write_arrays(ModelText *m, FILE *out);
/* Times, tolerance, integrator, the forms of the problem it can use. */
void model_members_write_experiment(const ModelText *m, FILE *out);

#endif
