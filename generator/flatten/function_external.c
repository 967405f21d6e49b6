/* function_external.c: see function_external.h. */
#include "flatten/function_external.h"

const AstExternal *function_find_external(Flattening *f, ClassPart *part,
                                          ClassPart **where)
{
  if (part->ast->external) {
    *where = part;
    return part->ast->external;
  }
  const AstExternal *found = NULL;
  lookup_bases(f->lookup, part);
  for (int i = 0; i < part->n_bases && !found; i++) {
    if (part->base[i] && !part->base[i]->builtin) {
      found = function_find_external(f, part->base[i], where);
    }
  }
  return found;
}

bool function_external(FunctionBuild *b, const AstExternal *external)
{
  (void)external;
  return function_build_refuse(b, b->function->ast->name_span,
                               "it is external");
}
