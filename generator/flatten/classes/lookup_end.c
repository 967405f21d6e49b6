/* lookup_end.c: what a class stands for in the end, through short classes. */
#include <assert.h>

#include "flatten/classes/lookup.h"

/* A class that is nothing but an extends, like a short one; classes inside of
 * it do not matter. */
static bool is_single_extends(const AstClass *ast)
{
  int n_extends = 0;
  if (ast->form != AST_LONG || ast->n_sections > 0 || ast->external) {
    return false;
  }
  for (int i = 0; i < ast->n_elements; i++) {
    if (ast->element[i]->kind == AST_ELEMENT_COMPONENT) return false;
    if (ast->element[i]->kind == AST_ELEMENT_EXTENDS) n_extends++;
  }
  return n_extends == 1;
}

ClassPart *lookup_only_base(const Lookup *l, ClassPart *part)
{
  if (part->builtin) return NULL;
  if (part->ast->form != AST_SHORT && !is_single_extends(part->ast)) {
    return NULL;
  }
  lookup_bases(l, part);
  return part->n_bases == 1 ? part->base[0] : NULL;
}

ClassPart *lookup_type_end(const Lookup *l, InstClass *c)
{
  ClassPart *part = lookup_first_part(l, c);
  while (part && !part->builtin) part = lookup_only_base(l, part);
  return part;
}

AstRestriction lookup_true_restriction(const Lookup *l, InstClass *c)
{
  assert(c);
  if (!c->ast) return AST_TYPE;
  AstRestriction found = c->ast->restriction;
  ClassPart *part = lookup_first_part(l, c);
  while (part && (found == AST_CLASS || found == AST_TYPE)) {
    part = lookup_only_base(l, part);
    if (part && part->ast) found = part->ast->restriction;
  }
  return found;
}
