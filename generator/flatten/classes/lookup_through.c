/* lookup_through.c: which elements a name reaches through a class (section
 * 5.3.2). */
#include <assert.h>

#include "flatten/classes/lookup_inside.h"

bool lookup_is_protected(const Member *member)
{
  const AstElement *element = member->element;
  if (element && element->is_protected) return true;
  for (const ClassPart *p = member->part; p; p = p->parent) {
    if (p->extends && p->extends->is_protected) return true;
  }
  return false;
}

bool lookup_is_partial(const Lookup *l, InstClass *c)
{
  assert(c->kind == CLASS_WRITTEN);
  ClassPart *part = lookup_first_part(l, c);
  while (part && part->ast && !part->ast->is_partial &&
         part->ast->form == AST_SHORT)
    part = lookup_only_base(l, part);
  return part && part->ast && part->ast->is_partial;
}

static bool holds_only_constants(const AstClass *ast)
{
  if (ast->n_sections > 0 || ast->external) return false;
  for (int i = 0; i < ast->n_elements; i++) {
    const AstElement *e = ast->element[i];
    if (e->kind == AST_ELEMENT_COMPONENT &&
        e->prefix.variability != AST_CONSTANT)
      return false;
  }
  return true;
}

bool lookup_is_package(const Lookup *l, InstClass *c)
{
  if (c->kind == CLASS_BUILTIN) return true;
  AstRestriction kind = lookup_true_restriction(l, c);
  if (kind == AST_PACKAGE || kind == AST_OPERATOR) return true;
  ArenaMark mark = arena_mark(session_scratch(l->s));
  ClassPart *part = lookup_first_part(l, c);
  PartList work = {0};
  bool is_like = holds_only_constants(part->ast);
  lookup_bases(l, part);
  lookup_push_bases(l, &work, part);
  while (is_like && work.n_items > 0) {
    ClassPart *base = work.item[--work.n_items];
    is_like = !base->builtin && holds_only_constants(base->ast);
    if (!is_like) break;
    lookup_bases(l, base);
    lookup_push_bases(l, &work, base);
  }
  arena_release(mark);
  return is_like;
}

static bool is_encapsulated(const Found *found)
{
  return found->kind == FOUND_CLASS && found->class_def->ast &&
         found->class_def->ast->is_encapsulated;
}

static bool is_visible(const Lookup *l, const InstClass *c, const Found *found,
                       const AstNamePart *part)
{
  assert(found->kind == FOUND_CLASS || found->kind == FOUND_COMPONENT);
  if (!lookup_is_protected(&found->member)) return true;
  fault_error(l->faults, part->span, E202, "'%s' is protected in '%s'",
              part->ident, c->full_name);
  return false;
}

bool lookup_may_import(const Lookup *l, InstClass *c, const Found *found,
                       const AstNamePart *part)
{
  if (!is_visible(l, c, found, part)) return false;
  /* not from what only looks like a package either, unlike lookup_may_pass() */
  if (c->kind == CLASS_BUILTIN) return true;
  if (lookup_true_restriction(l, c) == AST_PACKAGE) return true;
  fault_error(l->faults, part->span, E202,
              "'%s' cannot be imported from %s '%s': imports are from packages "
              "(section 13.2.1)",
              part->ident, lookup_restriction(c), c->full_name);
  return false;
}

bool lookup_may_pass(const Lookup *l, InstClass *c, const Found *found,
                     const AstNamePart *part)
{
  if (!is_visible(l, c, found, part)) return false;
  if (!is_encapsulated(found) && !lookup_is_package(l, c)) {
    Diagnostic *d = fault_error(
        l->faults, part->span, E202,
        "'%s' is inside of %s '%s': only packages are looked into, or the "
        "class must be encapsulated (section 5.3.2)",
        part->ident, lookup_restriction(c), c->full_name);
    fault_note(l->faults, d, c->ast->name_span, "'%s' is declared here",
               c->ast->name);
    return false;
  }
  if (!lookup_is_partial(l, c)) return true;
  Diagnostic *d = fault_error(
      l->faults, part->span, E204,
      "%s '%s' is partial: no name leads through it; redeclare it or extend it "
      "(section 5.3.2)",
      lookup_restriction(c), c->full_name);
  if (d) d->is_of_a_part = c->ast->form == AST_SHORT; /* to be redeclared */
  fault_note(l->faults, d, c->ast->name_span, "'%s' is declared here",
             c->ast->name);
  return false;
}
