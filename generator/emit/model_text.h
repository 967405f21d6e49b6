/* model_text.h: what the writers of model.c share; private to emit/model_*.c
 * and routine.c. */
#ifndef FOUCAULT_EMIT_MODEL_TEXT_H
#define FOUCAULT_EMIT_MODEL_TEXT_H

#include "emit/c_expression.h"
#include "reduce/reduced.h"

typedef struct ModelText {
  Session *s;
  const ReducedSystem *reduced;
  Arena *arena; /* as long as model.c is written */
  CExpressions *c;
  int *var_index;   /* [sys->n_vars] into reduced->var, -1: not there */
  bool uses_values; /* the C function being written has named `v` */
  long guid_at;     /* offset of the guid in model.c */
} ModelText;

/* The ReducedVar of a variable, or NULL. */
const ReducedVar *model_text_var(const ModelText *m, VarId var);

#endif
