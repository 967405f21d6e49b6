/* written.c: see written.h. */
#include "flatten/classes/written.h"

#include <assert.h>
#include <string.h>

const AstExpr *written_argument(const AstExpr *call, int i, const char *name)
{
  assert(call->kind == AST_CALL && i >= 0);
  if (i < call->n_args) return call->arg[i];
  for (int k = 0; k < call->n_named; k++) {
    if (strcmp(call->named[k].name, name) == 0) return call->named[k].value;
  }
  return NULL;
}

bool written_is_size(const AstExpr *expr)
{
  return expr->kind == AST_CALL && expr->reference->n_parts == 1 &&
         strcmp(expr->reference->part[0].ident, "size") == 0;
}

AstReference written_whole(Session *s, const AstReference *name)
{
  assert(name->n_parts > 0);
  AstReference whole = *name;
  AstNamePart *part =
      arena_array(session_scratch(s), (size_t)name->n_parts, sizeof part[0]);
  memcpy(part, name->part, (size_t)name->n_parts * sizeof part[0]);
  part[name->n_parts - 1].n_subscripts = 0;
  whole.part = part;
  return whole;
}
