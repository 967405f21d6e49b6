#include "reduce/lower/lower_text.h"

#include <assert.h>

#include "base/vector.h"

void lower_text(Session *s, System *sys, const FlatVar *fv)
{
  assert(fv->type == FLAT_STRING && fv->variability <= FLAT_PARAMETER);
  const FlatExpr *value = fv->binding ? fv->binding : fv->start;
  if (!value || value->kind != FLAT_EXPR_STRING) return;
  sys->text = vector_grow(sys->arena, sys->text, &sys->cap_texts,
                          sys->n_texts + 1, sizeof sys->text[0]);
  SystemText *text = &sys->text[sys->n_texts++];
  *text = (SystemText){.name = fv->name,
                       .declared_type = fv->declared_type,
                       .value = session_name(s, value->string),
                       .is_protected = fv->is_protected};
  if (fv->description) text->description = session_name(s, fv->description);
}
