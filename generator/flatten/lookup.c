/* lookup.c: scopes, the table of their elements, searches through both.
 *
 * Searches through bases use a work list: inheritance chains are as long as
 * a file cares to make them. Resolving bases whose names have several parts
 * can nest (A extends B.C needs the bases of B); that nesting is counted.
 */
#include "flatten/lookup.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

#define DEEPEST 500 /* nested resolutions of bases */

/* --- scopes --- */

static ClassScope *make_scope(Lookup *l, ClassKind kind, ClassScope *enclosing,
                              Name full_name)
{
  ClassScope *scope = arena_alloc(l->arena, sizeof *scope);
  scope->kind = kind;
  scope->id = l->n_scopes++;
  scope->enclosing = enclosing;
  scope->full_name = full_name;
  return scope;
}

static Name join_names(Lookup *l, const ClassScope *enclosing, Name name)
{
  if (enclosing->kind != CLASS_WRITTEN) return name;
  ArenaMark mark = arena_mark(session_scratch(l->s));
  const char *text =
      arena_printf(session_scratch(l->s), "%s.%s", enclosing->full_name, name);
  Name joined = session_name(l->s, text);
  arena_release(mark);
  return joined;
}

static ClassScope *make_written(Lookup *l, ClassScope *enclosing,
                                const AstClass *ast)
{
  ClassScope *scope = make_scope(l, CLASS_WRITTEN, enclosing,
                                 join_names(l, enclosing, ast->name));
  scope->ast = ast;
  return scope;
}

static Entry *add_entry(Lookup *l, ClassScope *owner, Name name)
{
  Entry *entry = arena_alloc(l->arena, sizeof *entry);
  entry->name = name;
  entry->owner = owner;
  name_map_add(&l->entries, owner->id, name, entry);
  return entry;
}

static Span entry_span(const Entry *entry)
{
  if (entry->class_scope && entry->class_scope->ast) {
    return entry->class_scope->ast->name_span;
  }
  return entry->element ? entry->element->name_span : NO_SPAN;
}

static void report_twice(Lookup *l, Span span, Name name, const Entry *first)
{
  Diagnostic *d =
      fault_error(l->faults, span, E203, "'%s' is declared twice", name);
  fault_note(l->faults, d, entry_span(first), "first declared here");
}

static void add_element(Lookup *l, ClassScope *scope, const AstElement *element)
{
  bool is_class = element->kind == AST_ELEMENT_CLASS;
  Name name = is_class ? element->class_def->name : element->name;
  Span span = is_class ? element->class_def->name_span : element->name_span;
  const Entry *first = name_map_find(&l->entries, scope->id, name);
  if (first) {
    report_twice(l, span, name, first);
    return;
  }
  Entry *entry = add_entry(l, scope, name);
  entry->element = element;
  if (is_class) entry->class_scope = make_written(l, scope, element->class_def);
}

static void fill(Lookup *l, ClassScope *scope)
{
  scope->filled = true;
  if (scope->kind != CLASS_WRITTEN) return;
  for (int i = 0; i < scope->ast->n_elements; i++) {
    const AstElement *element = scope->ast->element[i];
    switch (element->kind) {
    case AST_ELEMENT_CLASS:
    case AST_ELEMENT_COMPONENT:
      add_element(l, scope, element);
      break;
    case AST_ELEMENT_IMPORT:
      if (!scope->import) scope->import = element;
      break;
    case AST_ELEMENT_EXTENDS:
      break;
    }
  }
}

static void add_top_level(Lookup *l, const AstClass *ast)
{
  if (ast->within) {
    fault_unsupported(l->faults, ast->within->span,
                      "a class within a package "
                      "of another file");
  }
  const Entry *first = name_map_find(&l->entries, l->root->id, ast->name);
  if (first) {
    report_twice(l, ast->name_span, ast->name, first);
    return;
  }
  Entry *entry = add_entry(l, l->root, ast->name);
  entry->class_scope = make_written(l, l->root, ast);
}

static void add_builtin(Lookup *l, ClassScope *predefined, FlatType type,
                        const char *text)
{
  Name name = session_name(l->s, text);
  ClassScope *scope = make_scope(l, CLASS_BUILTIN, predefined, name);
  scope->type = type;
  scope->bases_state = BASES_KNOWN;
  add_entry(l, predefined, name)->class_scope = scope;
  l->builtin[type] = scope;
}

Lookup *lookup_create(Faults *faults, const Ast *ast)
{
  Session *s = faults->s;
  Lookup *l = arena_alloc(s->instance_arena, sizeof *l);
  l->s = s;
  l->faults = faults;
  l->arena = s->instance_arena;
  l->ast = ast;
  name_map_init(&l->entries, l->arena);

  ClassScope *predefined =
      make_scope(l, CLASS_PREDEFINED, NULL, session_name(s, ""));
  l->root = make_scope(l, CLASS_ROOT, predefined, session_name(s, ""));
  predefined->bases_state = l->root->bases_state = BASES_KNOWN;
  predefined->filled = l->root->filled = true;
  add_builtin(l, predefined, FLAT_REAL, "Real");
  add_builtin(l, predefined, FLAT_INTEGER, "Integer");
  add_builtin(l, predefined, FLAT_BOOLEAN, "Boolean");
  add_builtin(l, predefined, FLAT_STRING, "String");
  for (int i = 0; i < ast->n_classes; i++) {
    add_top_level(l, ast->class_def[i]);
  }
  return l;
}

/* --- searches --- */

const Entry *lookup_own(Lookup *l, ClassScope *scope, Name name)
{
  if (!scope->filled) fill(l, scope);
  return name_map_find(&l->entries, scope->id, name);
}

/* Scopes still to be searched: depth first, bases in their order. */
typedef struct WorkList {
  ClassScope **item;
  int n_items, cap_items;
} WorkList;

static void push_known_bases(Lookup *l, WorkList *work, const ClassScope *scope)
{
  for (int i = scope->n_bases - 1; i >= 0; i--) {
    ClassScope *base = scope->base[i];
    if (!base) continue;
    work->item =
        vector_grow(session_scratch(l->s), work->item, &work->cap_items,
                    work->n_items + 1, sizeof work->item[0]);
    work->item[work->n_items++] = base;
  }
}

static void push_bases(Lookup *l, WorkList *work, ClassScope *scope)
{
  lookup_bases(l, scope);
  push_known_bases(l, work, scope);
}

static const Entry *search_bases(Lookup *l, ClassScope *scope, Name name)
{
  WorkList work = {0};
  const Entry *found = NULL;
  lookup_bases(l, scope); /* may search in turn and count on */
  int search = ++l->n_searches;
  scope->visit = search;
  push_bases(l, &work, scope);
  while (work.n_items > 0 && !found) {
    ClassScope *base = work.item[--work.n_items];
    if (base->visit == search) continue;
    base->visit = search;
    found = lookup_own(l, base, name);
    if (!found) push_bases(l, &work, base);
  }
  return found;
}

const Entry *lookup_member(Lookup *l, ClassScope *scope, Name name)
{
  const Entry *own = lookup_own(l, scope, name);
  if (own) return own;
  lookup_bases(l, scope);
  if (scope->n_bases == 0) return NULL;
  ArenaMark mark = arena_mark(session_scratch(l->s));
  const Entry *found = search_bases(l, scope, name);
  arena_release(mark);
  return found;
}

/* The scope in which to go on; an encapsulated class shuts its surroundings
 * out, all but what is predefined. */
static ClassScope *next_scope(const Lookup *l, const ClassScope *scope)
{
  if (scope->kind == CLASS_WRITTEN && scope->ast->is_encapsulated) {
    return l->root->enclosing;
  }
  return scope->enclosing;
}

const Entry *lookup_simple(Lookup *l, ClassScope *from, Name name,
                           ClassScope **where)
{
  for (ClassScope *scope = from; scope; scope = next_scope(l, scope)) {
    const Entry *found = lookup_member(l, scope, name);
    *where = scope;
    if (found) return found;
  }
  return NULL;
}

const AstElement *lookup_import(const ClassScope *from)
{
  for (const ClassScope *scope = from; scope; scope = scope->enclosing) {
    if (scope->import) return scope->import;
  }
  return NULL;
}

/* --- classes by name --- */

const char *lookup_reference_text(Session *s, const AstReference *name,
                                  int n_parts)
{
  Arena *arena = session_scratch(s);
  size_t length = 2;
  for (int i = 0; i < n_parts; i++)
    length += strlen(name->part[i].ident) + 1;
  char *text = arena_alloc(arena, length), *end = text;
  if (name->leading_dot) *end++ = '.';
  for (int i = 0; i < n_parts; i++) {
    if (i > 0) *end++ = '.';
    size_t n = strlen(name->part[i].ident);
    memcpy(end, name->part[i].ident, n);
    end += n;
  }
  *end = 0;
  return text;
}

const char *lookup_restriction(const ClassScope *scope)
{
  static const char *const word[] = {
      [AST_CLASS] = "class",
      [AST_MODEL] = "model",
      [AST_RECORD] = "record",
      [AST_OPERATOR_RECORD] = "operator record",
      [AST_BLOCK] = "block",
      [AST_CONNECTOR] = "connector",
      [AST_EXPANDABLE_CONNECTOR] = "expandable connector",
      [AST_TYPE] = "type",
      [AST_PACKAGE] = "package",
      [AST_FUNCTION] = "function",
      [AST_OPERATOR_FUNCTION] = "operator function",
      [AST_OPERATOR] = "operator",
  };
  return scope->ast ? word[scope->ast->restriction] : "type";
}

static void offer_elements(ClassScope *scope, bool classes_only,
                           Suggestion *near)
{
  for (int i = 0; scope->ast && i < scope->ast->n_elements; i++) {
    const AstElement *element = scope->ast->element[i];
    if (element->kind == AST_ELEMENT_CLASS) {
      suggest_offer(near, element->class_def->name);
    } else if (element->kind == AST_ELEMENT_COMPONENT && !classes_only) {
      suggest_offer(near, element->name);
    }
  }
}

/* Helps with messages only: what is not resolved yet stays so. */
void lookup_offer_members(Lookup *l, ClassScope *scope, bool classes_only,
                          Suggestion *near)
{
  if (near->distance == 0) return;
  ArenaMark mark = arena_mark(session_scratch(l->s));
  WorkList work = {0};
  int search = ++l->n_searches;
  scope->visit = search;
  offer_elements(scope, classes_only, near);
  push_known_bases(l, &work, scope);
  while (work.n_items > 0) {
    ClassScope *base = work.item[--work.n_items];
    if (base->visit == search) continue;
    base->visit = search;
    offer_elements(base, classes_only, near);
    push_known_bases(l, &work, base);
  }
  arena_release(mark);
}

static bool has_faulty_base(Lookup *l, ClassScope *scope)
{
  ArenaMark mark = arena_mark(session_scratch(l->s));
  WorkList work = {0};
  bool faulty = false;
  int search = ++l->n_searches;
  for (ClassScope *at = scope; at && !faulty;) {
    at->visit = search;
    push_known_bases(l, &work, at);
    for (int i = 0; i < at->n_bases; i++)
      faulty = faulty || !at->base[i];
    do {
      at = work.n_items > 0 ? work.item[--work.n_items] : NULL;
    } while (at && at->visit == search);
  }
  arena_release(mark);
  return faulty;
}

bool lookup_is_incomplete(Lookup *l, ClassScope *from)
{
  for (ClassScope *scope = from; scope; scope = next_scope(l, scope)) {
    if (has_faulty_base(l, scope)) return true;
  }
  return false;
}

static void offer_top_level(const Lookup *l, Suggestion *near)
{
  for (int i = 0; i < l->ast->n_classes; i++) {
    suggest_offer(near, l->ast->class_def[i]->name);
  }
  for (int i = 0; i < 4; i++)
    suggest_offer(near, l->builtin[i]->full_name);
}

void lookup_offer(Lookup *l, ClassScope *from, bool classes_only,
                  Suggestion *near)
{
  for (ClassScope *scope = from; scope; scope = next_scope(l, scope)) {
    if (scope->kind == CLASS_WRITTEN) {
      lookup_offer_members(l, scope, classes_only, near);
    }
  }
  offer_top_level(l, near);
}

/* Predefined names that are no classes of ours yet. */
static bool is_unsupported_type(const char *name)
{
  static const char *const known[] = {"Clock", "ExternalObject", "StateSelect",
                                      "AssertionSeverity", "AssertionLevel"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(name, known[i]) == 0) return true;
  }
  return false;
}

static void report_first(Lookup *l, ClassScope *from, const AstReference *name)
{
  if (lookup_is_incomplete(l, from)) return;
  Name first = name->part[0].ident;
  const AstElement *import = lookup_import(from);
  if (is_unsupported_type(first)) {
    fault_error(l->faults, name->span, E290,
                "the predefined type '%s' is not supported yet", first);
  } else if (import) {
    Diagnostic *d = fault_error(l->faults, import->span, E290,
                                "import is not supported yet");
    fault_note(l->faults, d, name->span, "needed to find '%s'", first);
  } else {
    Suggestion near = suggest_for(l->s, first);
    lookup_offer(l, from, true, &near);
    Diagnostic *d =
        fault_error(l->faults, name->part[0].span, E202, "unknown type '%s'%s",
                    first, suggest_text(l->s, &near));
    fault_note_library(l->faults, d, first);
  }
}

static void report_member(Lookup *l, ClassScope *scope,
                          const AstReference *name, int part)
{
  if (scope->bases_state == BASES_ACTIVE || has_faulty_base(l, scope)) return;
  Suggestion near = suggest_for(l->s, name->part[part].ident);
  lookup_offer_members(l, scope, true, &near);
  fault_error(l->faults, name->part[part].span, E202,
              "%s '%s' has no class '%s'%s", lookup_restriction(scope),
              scope->full_name, name->part[part].ident,
              suggest_text(l->s, &near));
}

static const Entry *first_entry(Lookup *l, ClassScope *from, bool own_only,
                                const AstReference *name)
{
  Name first = name->part[0].ident;
  if (name->leading_dot) return lookup_own(l, l->root, first);
  ClassScope *where;
  if (!own_only) return lookup_simple(l, from, first, &where);
  const Entry *own = lookup_own(l, from, first);
  return own ? own : lookup_simple(l, next_scope(l, from), first, &where);
}

static ClassScope *entry_class(Lookup *l, const Entry *entry,
                               const AstReference *name, int part)
{
  if (entry->class_scope) return entry->class_scope;
  Diagnostic *d =
      fault_error(l->faults, name->part[part].span, E202,
                  "'%s' is a variable, a type is needed", entry->name);
  fault_note(l->faults, d, entry_span(entry), "'%s' is declared here",
             entry->name);
  return NULL;
}

/* own_only: the names that `from` inherits do not count (what a class extends
 * cannot come from what it extends). */
static ClassScope *find_class(Lookup *l, ClassScope *from, bool own_only,
                              const AstReference *name)
{
  const Entry *entry = first_entry(l, from, own_only, name);
  if (!entry) {
    report_first(l, from, name);
    return NULL;
  }
  ClassScope *scope = entry_class(l, entry, name, 0);
  for (int i = 1; scope && i < name->n_parts; i++) {
    entry = lookup_member(l, scope, name->part[i].ident);
    if (!entry) {
      report_member(l, scope, name, i);
      return NULL;
    }
    if (entry->element && entry->element->is_protected) {
      fault_error(l->faults, name->part[i].span, E202,
                  "'%s' is protected in '%s'", entry->name, scope->full_name);
      return NULL;
    }
    scope = entry_class(l, entry, name, i);
  }
  return scope;
}

ClassScope *lookup_class(Lookup *l, ClassScope *from, const AstReference *name)
{
  ArenaMark mark = arena_mark(session_scratch(l->s));
  ClassScope *found = find_class(l, from, false, name);
  arena_release(mark);
  return found;
}

/* Up to the next dot that is not inside a quoted identifier. */
static size_t part_length(const char *text)
{
  size_t n = 0;
  if (text[0] == '\'') {
    for (n = 1; text[n] && text[n] != '\''; n++) {
      if (text[n] == '\\' && text[n + 1]) n++;
    }
  }
  return n + strcspn(text + n, ".");
}

ClassScope *lookup_full_name(Lookup *l, const char *dotted)
{
  ClassScope *scope = l->root;
  for (const char *part = dotted; scope;) {
    size_t n = part_length(part);
    const Entry *entry = lookup_member(l, scope, session_name_n(l->s, part, n));
    scope = entry ? entry->class_scope : NULL;
    if (part[n] == 0) break;
    part += n + 1;
  }
  return scope;
}

/* --- bases --- */

static int count_bases(const AstClass *ast)
{
  int n = ast->form == AST_SHORT ? 1 : 0;
  for (int i = 0; i < ast->n_elements; i++) {
    if (ast->element[i]->kind == AST_ELEMENT_EXTENDS) n++;
  }
  return n;
}

/* base[] keeps its place for each extends: NULL where the name failed. */
static void resolve_bases(Lookup *l, ClassScope *scope)
{
  const AstClass *ast = scope->ast;
  scope->base =
      arena_array(l->arena, (size_t)count_bases(ast), sizeof scope->base[0]);
  int n = 0;
  if (ast->form == AST_SHORT) {
    scope->base[n++] = find_class(l, scope->enclosing, false, ast->base);
  }
  for (int i = 0; i < ast->n_elements; i++) {
    const AstElement *element = ast->element[i];
    if (element->kind != AST_ELEMENT_EXTENDS) continue;
    scope->base[n++] = find_class(l, scope, true, element->type);
  }
  scope->n_bases = n;
}

static void report_cycle(Lookup *l, const ClassScope *scope)
{
  fault_error(l->faults, scope->ast->name_span, E206,
              "the base classes of '%s' are defined by each other",
              scope->full_name);
}

void lookup_bases(Lookup *l, ClassScope *scope)
{
  if (scope->bases_state == BASES_KNOWN) return;
  if (scope->bases_state == BASES_ACTIVE) {
    report_cycle(l, scope);
    return;
  }
  if (l->depth >= DEEPEST) {
    fault_error(l->faults, scope->ast->name_span, E122,
                "the base classes of '%s' are nested more than %d deep",
                scope->full_name, DEEPEST);
    scope->bases_state = BASES_KNOWN;
    return;
  }
  l->depth++;
  scope->bases_state = BASES_ACTIVE;
  resolve_bases(l, scope);
  scope->bases_state = BASES_KNOWN;
  l->depth--;
}
