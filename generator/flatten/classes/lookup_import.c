/* lookup_import.c: names that a class text imports (section 13.2). */
#include <assert.h>

#include "flatten/classes/lookup_inside.h"

/* Nothing is imported from a component, be it a record with fields. */
static Found refuse_component(const Lookup *l, const AstNamePart *part)
{
  fault_error(l->faults, part->span, E202,
              "'%s' is a component: imports are from packages (section 13.2.1)",
              part->ident);
  return (Found){.kind = FOUND_FAULTY};
}

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
  for (int i = 1; i < n && found.kind != FOUND_FAULTY; i++) {
    if (found.kind == FOUND_COMPONENT)
      return refuse_component(l, &name->part[i - 1]);
    InstClass *c = found.class_def;
    found = lookup_in_class(l, c, name->part[i].ident);
    if (found.kind == FOUND_FAULTY) break;
    if (found.kind != FOUND_NOTHING) {
      if (!lookup_may_import(l, c, &found, &name->part[i]))
        found.kind = FOUND_FAULTY;
      continue;
    }
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
  if (package.kind != FOUND_CLASS) return package;
  Found found = lookup_in_class(l, package.class_def, name);
  found.is_enclosing = true;
  return found;
}

/* One of import A.B.{C, D}. */
static Found listed_import(const Lookup *l, const AstElement *import, Name name)
{
  assert(import->import_kind == AST_IMPORT_LIST);
  const AstReference *from = import->import_name;
  const AstNamePart part = {.ident = name, .span = import->span};
  Found package = global_name(l, from, from->n_parts);
  if (package.kind == FOUND_COMPONENT)
    return refuse_component(l, &from->part[from->n_parts - 1]);
  Found found = inside_of(l, package, name);
  bool is_found = found.kind == FOUND_CLASS || found.kind == FOUND_COMPONENT;
  if (is_found && !lookup_may_import(l, package.class_def, &found, &part))
    found.kind = FOUND_FAULTY;
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
      if (import->import_list[i] == name) return listed_import(l, import, name);
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
  Found package = global_name(l, from, from->n_parts);
  if (package.kind != FOUND_CLASS) return (Found){.kind = FOUND_NOTHING};
  Found found = inside_of(l, package, name);
  bool is_found = found.kind == FOUND_CLASS || found.kind == FOUND_COMPONENT;
  if (is_found && lookup_is_protected(&found.member))
    found.kind = FOUND_NOTHING;
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

/* --- all imports of the user --- */

/* The name by which the import is known; NULL: it has several. */
static Name import_name(const AstElement *import)
{
  const AstReference *from = import->import_name;
  if (import->import_kind == AST_IMPORT_RENAME) return import->import_alias;
  if (import->import_kind == AST_IMPORT_QUALIFIED)
    return from->part[from->n_parts - 1].ident;
  return NULL;
}

static void check_import_name(const Lookup *l, NameMap *seen, Name name,
                              const AstElement *import)
{
  const AstElement *first = name_map_find(seen, 0, name);
  if (!first) {
    name_map_add(seen, 0, name, (void *)import);
    return;
  }
  Diagnostic *d = fault_error(l->faults, import->span, E203,
                              "'%s' is imported twice (section 13.2.2)", name);
  fault_note(l->faults, d, first->span, "first imported here");
}

static void check_listed(const Lookup *l, NameMap *seen,
                         const AstElement *import)
{
  for (int k = 0; k < import->n_import_list; k++) {
    Name name = import->import_list[k];
    check_import_name(l, seen, name, import);
    if (listed_import(l, import, name).kind != FOUND_NOTHING) continue;
    fault_error(l->faults, import->span, E202, "'%s' has no element '%s'",
                lookup_reference_text(l->s, import->import_name,
                                      import->import_name->n_parts),
                name);
  }
}

static void check_all_of(const Lookup *l, const AstElement *import)
{
  const AstReference *from = import->import_name;
  Found package = global_name(l, from, from->n_parts);
  if (package.kind == FOUND_FAULTY) return;
  if (package.kind == FOUND_CLASS && lookup_is_package(l, package.class_def))
    return;
  fault_error(l->faults, from->span, E202,
              "'%s' is not a package: nothing can be imported from it (section "
              "13.2.1)",
              lookup_reference_text(l->s, from, from->n_parts));
}

static void check_imports_of(const Lookup *l, const AstClass *ast)
{
  NameMap seen;
  name_map_init(&seen, l->arena);
  for (int i = 0; i < ast->n_elements; i++) {
    const AstElement *import = ast->element[i];
    if (import->kind != AST_ELEMENT_IMPORT) continue;
    Name name = import_name(import);
    if (name) {
      check_import_name(l, &seen, name, import);
      global_name(l, import->import_name, import->import_name->n_parts);
    } else if (import->import_kind == AST_IMPORT_LIST) {
      check_listed(l, &seen, import);
    } else {
      check_all_of(l, import);
    }
  }
}

void lookup_check_imports(const Lookup *l)
{
  for (const ClassText *t = l->tables->importing; t; t = t->next_importing) {
    const SourceText *source = session_source(l->s, t->ast->span.source);
    if (source->is_library) continue;
    ArenaMark mark = arena_mark(session_scratch(l->s));
    check_imports_of(l, t->ast);
    arena_release(mark);
  }
}
