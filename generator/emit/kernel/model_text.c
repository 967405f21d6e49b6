/* model_text.c: what all writers of model.c ask for. */
#include "emit/kernel/model_text.h"

#include <assert.h>

const ReducedVar *model_text_row(const ModelText *m, VarId var)
{
  assert(var.i >= 0 && var.i < m->reduced->sys->n_vars);
  int k = m->reduced->row_of_var[var.i];
  return k >= 0 ? &m->reduced->var[k] : NULL;
}
