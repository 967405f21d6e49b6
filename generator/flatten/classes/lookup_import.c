/* lookup_import.c: names that a class text imports (section 13.2). */
#include <assert.h>

#include "flatten/classes/lookup_inside.h"

/* The first n parts of a name from the top. */
static Found global_name(const Lookup *l, const AstReference *name, int n)
{
  assert(n > 0 && n <= name->n_parts);
  Found found = lookup_top(l, name->part[0].ident);
  if (found.kind == FOUND_NOTHING) {
    library_report_missing(l->library, l->faults, name->part[0].span,
                           name->part[0].ident);
    return (Found){.kind = FOUND_FAULTY};
  }
  for (int i = 1; i < n && found.kind == FOUND_CLASS; i++) {
    InstClass *c = found.class_def;
    found = lookup_in_class(l, c, name->part[i].ident);
    if (found.kind != FOUND_NOTHING) continue;
    Suggestion near = suggest_for(l->s, name->part[i].ident);
    lookup_offer_members(l, c, false, &near);
    fault_error(l->faults, name->part[i].span, E202,
                "%s '%s' has no element '%s'%s", lookup_restriction(c),
                c->full_name, name->part[i].ident, suggest_text(l->s, &near));
    found.kind = FOUND_FAULTY;
  }
  found.is_enclosing = true;
  return found;
}

static Found inside_of(const Lookup *l, Found package, Name name)
{
  if (package.kind != FOUND_CLASS) return (Found){.kind = FOUND_NOTHING};
  Found found = lookup_in_class(l, package.class_def, name);
  found.is_enclosing = true;
  return found;
}

static Found named_import(const Lookup *l, const AstElement *import, Name name)
{
  assert(import->kind == AST_ELEMENT_IMPORT);
  const AstReference *from = import->import_name;
  switch (import->import_kind) {
  case AST_IMPORT_QUALIFIED:
    if (from->part[from->n_parts - 1].ident == name)
      return global_name(l, from, from->n_parts);
    break;
  case AST_IMPORT_RENAME:
    if (import->import_alias == name)
      return global_name(l, from, from->n_parts);
    break;
  case AST_IMPORT_LIST:
    for (int i = 0; i < import->n_import_list; i++) {
      if (import->import_list[i] != name) continue;
      return inside_of(l, global_name(l, from, from->n_parts), name);
    }
    break;
  case AST_IMPORT_ALL: break;
  }
  return (Found){.kind = FOUND_NOTHING};
}

static Found unnamed_import(const Lookup *l, const AstElement *import,
                            Name name)
{
  if (import->import_kind != AST_IMPORT_ALL) {
    return (Found){.kind = FOUND_NOTHING};
  }
  const AstReference *from = import->import_name;
  Found found = inside_of(l, global_name(l, from, from->n_parts), name);
  const AstElement *element = found.member.element;
  if (element && element->is_protected) found.kind = FOUND_NOTHING;
  return found;
}

typedef Found ImportSearch(const Lookup *l, const AstElement *import,
                           Name name);

static bool lookup_import_is_same(const Found *a, const Found *b)
{
  if (a->kind == FOUND_FAULTY || b->kind == FOUND_FAULTY) return true;
  return a->kind == b->kind && a->class_def == b->class_def &&
         a->member.element == b->member.element;
}

/* Section 5.3.1. */
static void report_several(const Lookup *l, Name name, const AstElement *first,
                           const AstElement *second)
{
  Diagnostic *d =
      fault_error(l->faults, second->span, E203,
                  "'%s' is imported twice, from different places", name);
  fault_note(l->faults, d, first->span, "first imported here");
}

static Found search_imports(const Lookup *l, const ClassPart *part, Name name,
                            ImportSearch *look)
{
  Found first = {.kind = FOUND_NOTHING};
  const AstElement *place = NULL;
  for (int i = 0; i < part->ast->n_elements; i++) {
    const AstElement *element = part->ast->element[i];
    if (element->kind != AST_ELEMENT_IMPORT) continue;
    Found found = look(l, element, name);
    if (found.kind == FOUND_NOTHING) continue;
    if (place && !lookup_import_is_same(&first, &found)) {
      report_several(l, name, place, element);
      return (Found){.kind = FOUND_FAULTY};
    }
    if (place) continue;
    first = found;
    place = element;
  }
  return first;
}

/* Names come before whole packages. */
Found lookup_imported(const Lookup *l, const ClassPart *part, Name name)
{
  assert(!part->builtin);
  if (!part->text->has_imports) return (Found){.kind = FOUND_NOTHING};
  if (l->depth >= LOOKUP_DEEPEST) return (Found){.kind = FOUND_NOTHING};
  Lookup inside = *l;
  inside.depth++;
  Found found = search_imports(&inside, part, name, named_import);
  if (found.kind == FOUND_NOTHING) {
    found = search_imports(&inside, part, name, unnamed_import);
  }
  return found;
}
