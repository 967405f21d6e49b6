/* unused_classes.c: a class beside the model is looked at, but not insisted on.
 */
#include "flatten/unused_classes.h"

#include <string.h>

#include "flatten/classes/class_content.h"
#include "flatten/instances/scope.h"

/* As deep as classes are nested. */
void unused_classes_check_content(const Flattening *f, const AstClass *ast)
{
  class_content_check(f->faults, ast);
  for (int k = 0; k < ast->n_elements; k++) {
    if (ast->element[k]->kind == AST_ELEMENT_CLASS)
      unused_classes_check_content(f, ast->element[k]->class_def);
  }
}

/* What an outer class or a partial package leads to is known where the class is
 * used. */
static bool unused_classes_is_known(const Flattening *f, Context from,
                                    const AstReference *type)
{
  Attempt attempt;
  scope_try(&attempt, f);
  return type->leading_dot ||
         lookup_simple(attempt.f.lookup, from, type->part[0].ident).kind !=
             FOUND_NOTHING;
}

/* The one is the other, or is around it. */
static bool holds(const InstClass *outer, const InstClass *inner)
{
  size_t length = strlen(outer->full_name);
  return strncmp(outer->full_name, inner->full_name, length) == 0 &&
         (inner->full_name[length] == '\0' || inner->full_name[length] == '.');
}

static void report_type(const Flattening *f, const InstClass *model,
                        const InstClass *c, Context here,
                        const AstReference *type)
{
  if (!model || holds(model, c) || holds(c, model)) {
    lookup_class(f->lookup, here, type);
    return;
  }
  fault_warning(f->faults, type->span, W210,
                "unknown type '%s' in '%s', which '%s' does not use",
                type->part[0].ident, c->full_name, model->full_name);
}

/* As deep as classes are nested; a class that is redeclared is looked at where
 * it is used. */
void unused_classes_check_types(const Flattening *f, const InstClass *model,
                                InstClass *c)
{
  if (!c || c->kind != CLASS_WRITTEN || !c->ast || c->is_redeclared) return;
  ClassPart *part = lookup_first_part(f->lookup, c);
  for (int k = 0; k < c->ast->n_elements; k++) {
    const AstElement *e = c->ast->element[k];
    if (e->kind == AST_ELEMENT_COMPONENT) {
      Context here = lookup_context(part);
      if (!unused_classes_is_known(f, here, e->type))
        report_type(f, model, c, here, e->type);
    } else if (e->kind == AST_ELEMENT_CLASS && !e->redeclare && !e->outer &&
               e->class_def->form == AST_LONG) {
      Found inside = lookup_in_class(f->lookup, c, e->class_def->name);
      if (inside.kind == FOUND_CLASS && inside.class_def->ast == e->class_def)
        unused_classes_check_types(f, model, inside.class_def);
    }
  }
}
