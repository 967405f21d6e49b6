/* lookup.c: class texts, classes made from them, searches through both.
 *
 * Searches through bases use a work list: inheritance chains are as long as
 * a file cares to make them. Resolving bases whose names have several parts
 * can nest (A extends B.C needs the bases of B); that nesting is counted.
 */
#include "flatten/lookup.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/constraint.h"

#define DEEPEST 300       /* nested resolutions of names */
#define DEEPEST_BASE 2000 /* base of base of base ... */

/* --- class texts --- */

static Name pointer_key(const void *pointer)
{
  return (Name)pointer; /* the map compares addresses */
}

static Name element_name(const AstElement *element)
{
  return element->kind == AST_ELEMENT_CLASS ? element->class_def->name
                                            : element->name;
}

static Span element_span(const AstElement *element)
{
  return element->kind == AST_ELEMENT_CLASS ? element->class_def->name_span
                                            : element->name_span;
}

/* A class that extends the inherited one of its name redeclares it. */
static bool is_redeclaration(const AstElement *element)
{
  return element->redeclare || (element->kind == AST_ELEMENT_CLASS &&
                                element->class_def->form == AST_LONG_EXTENDS);
}

static void add_element(Lookup *l, ClassText *text, AstElement *element)
{
  if (is_redeclaration(element)) {
    text->has_redeclares = true;
    return;
  }
  Name name = element_name(element);
  const AstElement *first = name_map_find(&l->names, text->id, name);
  if (!first) {
    name_map_add(&l->names, text->id, name, element);
    return;
  }
  Diagnostic *d = fault_error(l->faults, element_span(element), E203,
                              "'%s' is declared twice", name);
  fault_note(l->faults, d, element_span(first), "first declared here");
}

static ClassText *text_of(Lookup *l, const AstClass *ast)
{
  ClassText *text = name_map_find(&l->texts, 0, pointer_key(ast));
  if (text) return text;
  text = arena_alloc(l->arena, sizeof *text);
  text->id = l->n_texts++;
  text->ast = ast;
  name_map_add(&l->texts, 0, pointer_key(ast), text);
  for (int i = 0; i < ast->n_elements; i++) {
    AstElement *element = ast->element[i];
    switch (element->kind) {
    case AST_ELEMENT_CLASS:
    case AST_ELEMENT_COMPONENT: add_element(l, text, element); break;
    case AST_ELEMENT_IMPORT: text->has_imports = true; break;
    case AST_ELEMENT_EXTENDS: break;
    }
  }
  return text;
}

/* --- classes --- */

static Name join_names(Lookup *l, const ClassPart *around, Name name)
{
  if (!around) return name;
  ArenaMark mark = arena_mark(session_scratch(l->s));
  Name joined = session_name(l->s, arena_printf(session_scratch(l->s), "%s.%s",
                                                around->class_name, name));
  arena_release(mark);
  return joined;
}

static InstClass *make_class(Lookup *l, ClassKind kind, Name full_name)
{
  InstClass *c = arena_alloc(l->arena, sizeof *c);
  c->kind = kind;
  c->id = l->n_classes++;
  c->full_name = full_name;
  return c;
}

/* Section 4.8.5: the literals of one enumeration differ. */
static void check_literals(Lookup *l, const AstClass *ast)
{
  NameMap seen;
  name_map_init(&seen, l->arena);
  for (int i = 0; i < ast->n_literals; i++) {
    const AstEnumLiteral *literal = &ast->literal[i];
    const AstEnumLiteral *first = name_map_find(&seen, 0, literal->name);
    if (!first) {
      name_map_add(&seen, 0, literal->name, (void *)literal);
      continue;
    }
    Diagnostic *d = fault_error(l->faults, literal->span, E203,
                                "'%s' is declared twice", literal->name);
    fault_note(l->faults, d, first->span, "first declared here");
  }
}

static const FlatEnumeration *make_enumeration(Lookup *l, Name full_name,
                                               const AstClass *ast)
{
  Arena *arena = l->s->flat_arena;
  FlatEnumeration *e = arena_alloc(arena, sizeof *e);
  check_literals(l, ast);
  Name *literal =
      arena_array(arena, (size_t)ast->n_literals, sizeof literal[0]);
  for (int i = 0; i < ast->n_literals; i++) literal[i] = ast->literal[i].name;
  e->name = full_name;
  e->literal = literal;
  e->n_literals = ast->n_literals;
  return e;
}

static InstClass *make_written(Lookup *l, const AstClass *ast,
                               Context enclosing)
{
  bool is_enumeration = ast->form == AST_ENUMERATION && !ast->enumeration_colon;
  InstClass *c = make_class(l, is_enumeration ? CLASS_BUILTIN : CLASS_WRITTEN,
                            join_names(l, enclosing.part, ast->name));
  c->ast = ast;
  c->enclosing = enclosing;
  if (is_enumeration) {
    c->type = FLAT_ENUMERATION;
    c->enumeration = make_enumeration(l, c->full_name, ast);
  }
  return c;
}

InstClass *lookup_written(Lookup *l, const AstClass *ast, Context enclosing)
{
  return make_written(l, ast, enclosing);
}

InstClass *lookup_instance_class(Lookup *l, InstClass *type,
                                 struct Instance *instance, Modifier *modifier)
{
  assert(type->kind == CLASS_WRITTEN);
  InstClass *c = arena_alloc(l->arena, sizeof *c);
  *c = *type;
  c->id = l->n_classes++;
  c->modifier = modification_merge(l->modifications, modifier, type->modifier);
  c->first = NULL;
  c->constants = NULL;
  c->instance = instance;
  return c;
}

Context lookup_context(const ClassPart *part)
{
  return (Context){.instance = part->whole->instance,
                   .part = (ClassPart *)part};
}

/* --- predefined types --- */

static InstClass *add_builtin(Lookup *l, FlatType type, const char *word)
{
  Name name = session_name(l->s, word);
  InstClass *c = make_class(l, CLASS_BUILTIN, name);
  c->type = type;
  name_map_add(&l->predefined, 0, name, c);
  return c;
}

static const FlatEnumeration *add_builtin_enumeration(Lookup *l,
                                                      const char *word,
                                                      const char *const *list,
                                                      int n)
{
  FlatEnumeration *e = arena_alloc(l->s->flat_arena, sizeof *e);
  Name *literal = arena_array(l->s->flat_arena, (size_t)n, sizeof literal[0]);
  for (int i = 0; i < n; i++) literal[i] = session_name(l->s, list[i]);
  InstClass *c = add_builtin(l, FLAT_ENUMERATION, word);
  *e = (FlatEnumeration){c->full_name, literal, n};
  c->enumeration = e;
  return e;
}

Lookup *lookup_create(Faults *faults, Library *library,
                      Modifications *modifications)
{
  static const char *const state_select[] = {"never", "avoid", "default",
                                             "prefer", "always"};
  static const char *const assertion_level[] = {"warning", "error"};
  Session *s = faults->s;
  Lookup *l = arena_alloc(s->instance_arena, sizeof *l);
  l->s = s;
  l->faults = faults;
  l->arena = s->instance_arena;
  l->library = library;
  l->modifications = modifications;
  name_map_init(&l->predefined, l->arena);
  name_map_init(&l->texts, l->arena);
  name_map_init(&l->names, l->arena);
  name_map_init(&l->classes, l->arena);
  name_map_init(&l->replaced, l->arena);
  l->builtin[FLAT_REAL] = add_builtin(l, FLAT_REAL, "Real");
  l->builtin[FLAT_INTEGER] = add_builtin(l, FLAT_INTEGER, "Integer");
  l->builtin[FLAT_BOOLEAN] = add_builtin(l, FLAT_BOOLEAN, "Boolean");
  l->builtin[FLAT_STRING] = add_builtin(l, FLAT_STRING, "String");
  l->state_select = add_builtin_enumeration(l, "StateSelect", state_select, 5);
  l->assertion_level =
      add_builtin_enumeration(l, "AssertionLevel", assertion_level, 2);
  return l;
}

/* --- parts --- */

static ClassPart *make_part(Lookup *l, InstClass *whole, InstClass *from)
{
  ClassPart *part = arena_alloc(l->arena, sizeof *part);
  part->id = l->n_parts++;
  part->whole = whole;
  part->source = from;
  part->class_name = from->full_name;
  part->enclosing = from->enclosing;
  part->ast = from->ast;
  if (from->kind == CLASS_BUILTIN) {
    part->builtin = from;
    part->bases_state = BASES_KNOWN;
  } else {
    part->text = text_of(l, from->ast);
  }
  return part;
}

ClassPart *lookup_first_part(Lookup *l, InstClass *c)
{
  if (c->first) return c->first;
  c->first = make_part(l, c, c);
  c->first->modifier = c->modifier;
  if (c->constraint && c->ast->form != AST_SHORT) {
    c->first->modifier =
        modification_merge(l->modifications, c->modifier, c->constraint);
  }
  return c->first;
}

/* What the text redeclares among what it inherits. */
static Modifier *text_redeclarations(Lookup *l, ClassPart *part)
{
  Modifier *modifier = NULL;
  if (!part->text->has_redeclares) return NULL;
  for (int i = 0; i < part->ast->n_elements; i++) {
    const AstElement *element = part->ast->element[i];
    bool is_named = element->kind == AST_ELEMENT_CLASS ||
                    element->kind == AST_ELEMENT_COMPONENT;
    if (!is_named || !is_redeclaration(element)) continue;
    modifier = modification_redeclare(l->modifications, modifier, element,
                                      lookup_context(part));
  }
  return modifier;
}

static void report_extends_itself(Lookup *l, const ClassPart *part,
                                  const ClassPart *base,
                                  const AstElement *extends)
{
  Span span = extends ? extends->type->span : part->ast->base->span;
  Diagnostic *d =
      fault_error(l->faults, span, E206, "%s '%s' extends itself",
                  lookup_restriction(base->whole), base->class_name);
  int shown = 0;
  for (const ClassPart *at = part; at && shown < 8; at = at->parent, shown++) {
    fault_note(l->faults, d, at->ast->name_span, "by way of '%s'",
               at->class_name);
    if (at->ast == base->ast) break;
  }
}

static bool is_short_chain(const ClassPart *part, const AstClass *until)
{
  for (; part && part->ast != until; part = part->parent) {
    if (part->ast->form != AST_SHORT) return false;
  }
  return part && part->ast->form == AST_SHORT;
}

static bool check_cycle(Lookup *l, const ClassPart *part, const ClassPart *base,
                        const AstElement *extends)
{
  const ClassPart *at = part;
  while (at && at->ast != base->ast) at = at->parent;
  if (!at) return true;
  if (is_short_chain(part, base->ast)) {
    fault_error(l->faults, base->ast->name_span, E206,
                "%s '%s' is defined by itself", lookup_restriction(base->whole),
                base->class_name);
  } else {
    report_extends_itself(l, part, base, extends);
  }
  return false;
}

/* `own` is what the extends clause modifies. */
static ClassPart *make_base(Lookup *l, ClassPart *part, InstClass *class_def,
                            const AstElement *extends, Modifier *own)
{
  ClassPart *base = make_part(l, part->whole, class_def);
  base->parent = part;
  base->extends = extends;
  base->depth = part->depth + 1;
  if (base->ast && !check_cycle(l, part, base, extends)) return NULL;
  if (base->depth > DEEPEST_BASE) {
    fault_error(l->faults, part->ast->name_span, E122,
                "the base classes of '%s' are nested more than %d deep",
                part->whole->full_name, DEEPEST_BASE);
    return NULL;
  }
  Modifications *m = l->modifications;
  Modifier *inner = modification_merge(m, own, class_def->modifier);
  if (class_def->constraint && class_def->ast->form != AST_SHORT) {
    inner = modification_merge(m, inner, class_def->constraint);
  }
  if (part->ast->form == AST_SHORT) {
    inner = modification_merge(m, inner, part->source->constraint);
  }
  base->modifier = modification_merge(m, part->modifier, inner);
  return base;
}

static InstClass *find_class(Lookup *l, Context from, bool own_only,
                             const AstReference *name);

static int count_bases(const AstClass *ast)
{
  int n = ast->form == AST_SHORT || ast->form == AST_LONG_EXTENDS ? 1 : 0;
  for (int i = 0; i < ast->n_elements; i++) {
    if (ast->element[i]->kind == AST_ELEMENT_EXTENDS) n++;
  }
  return n;
}

static ClassPart *short_base(Lookup *l, ClassPart *part)
{
  const AstClass *ast = part->ast;
  InstClass *c = find_class(l, part->enclosing, false, ast->base);
  if (!c) return NULL;
  /* Real[3](min = {1, 2, 3}) is split like a component's modification. */
  ModifierRoot root = ast->n_base_subscripts > 0 ? OF_COMPONENT : OF_CLASS;
  Modifier *own = modification_make(l->modifications, ast->name, root,
                                    ast->base_modification, part->enclosing);
  return make_base(l, part, c, NULL, own);
}

static ClassPart *extended_base(Lookup *l, ClassPart *part)
{
  InstClass *extended = part->source->extended;
  if (!extended) {
    fault_error(l->faults, part->ast->name_span, E202,
                "there is no inherited class '%s' to extend", part->ast->name);
    return NULL;
  }
  Modifier *own =
      modification_make(l->modifications, part->ast->name, OF_CLASS,
                        part->ast->extends_modification, lookup_context(part));
  return make_base(l, part, extended, NULL, own);
}

static ClassPart *extends_base(Lookup *l, ClassPart *part,
                               const AstElement *element, Modifier *redeclared)
{
  Context context = lookup_context(part);
  InstClass *c = find_class(l, context, true, element->type);
  if (!c) return NULL;
  Modifier *own = modification_make(l->modifications, part->ast->name, OF_CLASS,
                                    element->modification, context);
  own = modification_merge(l->modifications, redeclared, own);
  return make_base(l, part, c, element, own);
}

/* base[] keeps its place for each extends: NULL where the name failed. They
 * are seen when all are known: no base is found by way of another. */
static void resolve_bases(Lookup *l, ClassPart *part)
{
  const AstClass *ast = part->ast;
  Modifier *redeclared = text_redeclarations(l, part);
  ClassPart **base =
      arena_array(l->arena, (size_t)count_bases(ast), sizeof base[0]);
  int n = 0;
  if (ast->form == AST_SHORT) base[n++] = short_base(l, part);
  if (ast->form == AST_LONG_EXTENDS) base[n++] = extended_base(l, part);
  for (int i = 0; i < ast->n_elements; i++) {
    const AstElement *element = ast->element[i];
    if (element->kind != AST_ELEMENT_EXTENDS) continue;
    base[n++] = extends_base(l, part, element, redeclared);
  }
  part->base = base;
  part->n_bases = n;
}

void lookup_bases(Lookup *l, ClassPart *part)
{
  if (part->bases_state != BASES_UNKNOWN) return;
  if (l->depth >= DEEPEST) {
    fault_error(l->faults, part->ast->name_span, E122,
                "the base classes of '%s' are nested more than %d deep",
                part->class_name, DEEPEST);
    part->bases_state = BASES_KNOWN;
    return;
  }
  l->depth++;
  part->bases_state = BASES_ACTIVE;
  resolve_bases(l, part);
  part->bases_state = BASES_KNOWN;
  l->depth--;
}

/* --- members --- */

/* Parts still to be searched: depth first, bases in their order. */
typedef struct WorkList {
  ClassPart **item;
  int n_items, cap_items;
} WorkList;

static void push_known_bases(Lookup *l, WorkList *work, const ClassPart *part)
{
  for (int i = part->n_bases - 1; i >= 0; i--) {
    ClassPart *base = part->base[i];
    if (!base) continue;
    work->item =
        vector_grow(session_scratch(l->s), work->item, &work->cap_items,
                    work->n_items + 1, sizeof work->item[0]);
    work->item[work->n_items++] = base;
  }
}

typedef enum Answer { ANSWER_NO, ANSWER_YES, ANSWER_FAULTY } Answer;

static Answer own_member(Lookup *l, ClassPart *part, Name name, Member *member)
{
  if (part->builtin) return ANSWER_NO;
  *member = (Member){.part = part};
  member->element = name_map_find(&l->names, part->text->id, name);
  if (member->element) return ANSWER_YES;
  switch (library_child(l->library, part->ast, name, &member->stored)) {
  case LIBRARY_FOUND: return ANSWER_YES;
  case LIBRARY_FAULTY: return ANSWER_FAULTY;
  case LIBRARY_NONE: break;
  }
  return ANSWER_NO;
}

static Answer search(Lookup *l, ClassPart *part, Name name, Member *member)
{
  Answer answer = own_member(l, part, name, member);
  if (answer != ANSWER_NO || part->bases_state == BASES_ACTIVE) return answer;
  lookup_bases(l, part);
  if (part->n_bases == 0) return answer;
  ArenaMark mark = arena_mark(session_scratch(l->s));
  WorkList work = {0};
  push_known_bases(l, &work, part);
  while (work.n_items > 0 && answer == ANSWER_NO) {
    ClassPart *base = work.item[--work.n_items];
    answer = own_member(l, base, name, member);
    if (answer != ANSWER_NO) break;
    /* Names are resolved with the scratch arena too: nothing of ours lies
     * above their mark. */
    lookup_bases(l, base);
    push_known_bases(l, &work, base);
  }
  arena_release(mark);
  return answer;
}

bool lookup_member(Lookup *l, ClassPart *part, Name name, Member *member)
{
  return search(l, part, name, member) == ANSWER_YES;
}

/* --- classes as members --- */

/* The environment of a class does not say again that it is redeclared. */
static Modifier *class_environment(Lookup *l, const Modifier *modifier)
{
  if (!modifier) return NULL;
  Modifier *copy = arena_alloc(l->arena, sizeof *copy);
  *copy = *modifier;
  copy->next = NULL;
  copy->redeclare = NULL;
  copy->replaced = NULL;
  copy->final = false;
  return copy;
}

static Modifier *constraint_of(Lookup *l, const Member *member,
                               bool is_redeclared)
{
  const AstElement *element = member->element;
  const AstModification *written = NULL;
  if (element && element->constraint) {
    written = element->constraint->modification;
  } else if (is_redeclared && element) {
    written = element->class_def->base_modification;
  }
  return modification_make(l->modifications, NULL, OF_CLASS, written,
                           lookup_context(member->part));
}

/* The modifications of one member decide what it is. */
static InstClass *modified_class(Lookup *l, const Member *member,
                                 const Modifier *modifier)
{
  const AstClass *ast =
      member->element ? member->element->class_def : member->stored;
  Context enclosing = lookup_context(member->part);
  const AstElement *redeclare = modifier ? modifier->redeclare : NULL;
  if (redeclare && redeclare->kind != AST_ELEMENT_CLASS) {
    fault_error(l->faults, modifier->span, E211,
                "'%s' is a class and cannot be redeclared as a component",
                ast->name);
    redeclare = NULL;
  }
  if (redeclare) {
    ast = redeclare->class_def;
    enclosing = modifier->redeclare_context;
  }
  InstClass *c = make_written(l, ast, enclosing);
  c->modifier = class_environment(l, modifier);
  c->constraint = constraint_of(l, member, redeclare != NULL);
  c->is_redeclared = redeclare != NULL;
  return c;
}

static void check_replaceable(Lookup *l, const Member *member,
                              const Modifier *modifier)
{
  if (!modifier || !modifier->redeclare || !member->element) return;
  if (member->element->replaceable || member->element->redeclare) return;
  Diagnostic *d =
      fault_error(l->faults, modifier->span, E211,
                  "'%s' is not replaceable and cannot be redeclared",
                  element_name(member->element));
  fault_note(l->faults, d, element_span(member->element), "declared here");
}

static InstClass *member_class(Lookup *l, InstClass *whole,
                               const Member *member)
{
  Name name =
      member->element ? member->element->class_def->name : member->stored->name;
  InstClass *c = name_map_find(&l->classes, whole->id, name);
  if (c) return c;
  if (member->element && member->element->outer) {
    fault_unsupported(l->faults, member->element->class_def->name_span,
                      "an outer class");
  }
  const Modifier *modifier =
      modification_find(l->modifications, member->part->modifier, name);
  check_replaceable(l, member, modifier);
  c = modified_class(l, member, modifier);
  name_map_add(&l->classes, whole->id, name, c);
  if (c->is_redeclared && member->element && c->ast->form != AST_LONG_EXTENDS) {
    constraint_keep(l, member->element, lookup_context(member->part),
                    modifier->redeclare, c);
  }
  InstClass *at = c;
  for (; at->ast->form == AST_LONG_EXTENDS; at = at->extended) {
    modifier = modifier ? modifier->replaced : NULL;
    at->extended = modified_class(l, member, modifier);
  }
  return c;
}

static Found found_member(Lookup *l, InstClass *whole, const Member *member)
{
  Found found = {.whole = whole, .member = *member};
  found.instance = whole->instance;
  if (member->stored || member->element->kind == AST_ELEMENT_CLASS) {
    found.kind = FOUND_CLASS;
    found.class_def = member_class(l, whole, member);
  } else {
    found.kind = FOUND_COMPONENT;
  }
  return found;
}

/* --- searches --- */

static Found found_in(Lookup *l, ClassPart *part, Name name)
{
  Member member;
  switch (search(l, part, name, &member)) {
  case ANSWER_YES: return found_member(l, part->whole, &member);
  case ANSWER_FAULTY: return (Found){.kind = FOUND_FAULTY};
  case ANSWER_NO: break;
  }
  return (Found){.kind = FOUND_NOTHING};
}

Found lookup_in_class(Lookup *l, InstClass *c, Name name)
{
  if (c->kind == CLASS_BUILTIN) return (Found){.kind = FOUND_NOTHING};
  ClassPart *part = lookup_first_part(l, c);
  Found found = found_in(l, part, name);
  if (found.kind == FOUND_NOTHING && part->bases_state == BASES_ACTIVE) {
    fault_error(l->faults, c->ast->name_span, E206,
                "the base classes of '%s' are defined by each other",
                c->full_name);
    found.kind = FOUND_FAULTY;
  }
  return found;
}

static Found found_class(InstClass *c)
{
  return (Found){.kind = FOUND_CLASS, .class_def = c};
}

static Found stored_top(Lookup *l, Name name)
{
  const AstClass *ast;
  switch (library_top(l->library, name, &ast)) {
  case LIBRARY_NONE: break;
  case LIBRARY_FAULTY: return (Found){.kind = FOUND_FAULTY};
  case LIBRARY_FOUND: {
    InstClass *c = name_map_find(&l->classes, -1, pointer_key(ast));
    if (!c) {
      c = make_written(l, ast, (Context){0});
      name_map_add(&l->classes, -1, pointer_key(ast), c);
    }
    return found_class(c);
  }
  }
  return (Found){.kind = FOUND_NOTHING};
}

static Found predefined(Lookup *l, Name name)
{
  InstClass *c = name_map_find(&l->predefined, 0, name);
  return c ? found_class(c) : (Found){.kind = FOUND_NOTHING};
}

Found lookup_top(Lookup *l, Name name)
{
  Found found = stored_top(l, name);
  return found.kind != FOUND_NOTHING ? found : predefined(l, name);
}

/* --- imports --- */

/* The first n parts of a name from the top. */
static Found global_name(Lookup *l, const AstReference *name, int n)
{
  Found found = lookup_top(l, name->part[0].ident);
  if (found.kind == FOUND_NOTHING) {
    library_report_missing(l->library, name->part[0].span, name->part[0].ident);
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

static Found inside_of(Lookup *l, Found package, Name name)
{
  if (package.kind != FOUND_CLASS) return (Found){.kind = FOUND_NOTHING};
  Found found = lookup_in_class(l, package.class_def, name);
  found.is_enclosing = true;
  return found;
}

static Found named_import(Lookup *l, const AstElement *import, Name name)
{
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

static Found unnamed_import(Lookup *l, const AstElement *import, Name name)
{
  if (import->import_kind != AST_IMPORT_ALL) {
    return (Found){.kind = FOUND_NOTHING};
  }
  const AstReference *from = import->import_name;
  return inside_of(l, global_name(l, from, from->n_parts), name);
}

typedef Found ImportSearch(Lookup *l, const AstElement *import, Name name);

static Found search_imports(Lookup *l, const ClassPart *part, Name name,
                            ImportSearch *look)
{
  Found found = {.kind = FOUND_NOTHING};
  for (int i = 0; i < part->ast->n_elements; i++) {
    const AstElement *element = part->ast->element[i];
    if (element->kind != AST_ELEMENT_IMPORT) continue;
    found = look(l, element, name);
    if (found.kind != FOUND_NOTHING) break;
  }
  return found;
}

/* Imports are not inherited; names come before whole packages. */
static Found imported(Lookup *l, const ClassPart *part, Name name)
{
  if (!part->text->has_imports) return (Found){.kind = FOUND_NOTHING};
  if (l->depth >= DEEPEST) return (Found){.kind = FOUND_NOTHING};
  l->depth++;
  Found found = search_imports(l, part, name, named_import);
  if (found.kind == FOUND_NOTHING) {
    found = search_imports(l, part, name, unnamed_import);
  }
  l->depth--;
  return found;
}

/* --- simple names --- */

static Found search_outward(Lookup *l, Context from, bool own_only, Name name)
{
  Found found = {.kind = FOUND_NOTHING};
  bool is_closed = false;
  for (Context at = from; at.part; at = at.part->enclosing) {
    if (own_only && at.part == from.part) {
      Member member;
      Answer answer = own_member(l, at.part, name, &member);
      if (answer == ANSWER_YES)
        found = found_member(l, at.part->whole, &member);
      if (answer == ANSWER_FAULTY) found.kind = FOUND_FAULTY;
    } else {
      found = found_in(l, at.part, name);
    }
    found.is_enclosing = found.is_enclosing || at.part != from.part;
    if (found.kind == FOUND_NOTHING) found = imported(l, at.part, name);
    if (found.kind != FOUND_NOTHING) return found;
    is_closed = at.part->ast->is_encapsulated;
    if (is_closed) break;
  }
  return is_closed ? predefined(l, name) : lookup_top(l, name);
}

Found lookup_simple(Lookup *l, Context from, Name name)
{
  return search_outward(l, from, false, name);
}

/* --- classes by name --- */

const char *lookup_reference_text(Session *s, const AstReference *name,
                                  int n_parts)
{
  Arena *arena = session_scratch(s);
  size_t length = 2;
  for (int i = 0; i < n_parts; i++) length += strlen(name->part[i].ident) + 1;
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

const char *lookup_restriction(const InstClass *c)
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
  return c->ast ? word[c->ast->restriction] : "type";
}

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

ClassPart *lookup_only_base(Lookup *l, ClassPart *part)
{
  if (part->builtin) return NULL;
  if (part->ast->form != AST_SHORT && !is_single_extends(part->ast)) {
    return NULL;
  }
  lookup_bases(l, part);
  return part->n_bases == 1 ? part->base[0] : NULL;
}

ClassPart *lookup_type_end(Lookup *l, InstClass *c)
{
  ClassPart *part = lookup_first_part(l, c);
  while (part && !part->builtin) part = lookup_only_base(l, part);
  return part;
}

AstRestriction lookup_true_restriction(Lookup *l, InstClass *c)
{
  if (!c->ast) return AST_TYPE;
  AstRestriction found = c->ast->restriction;
  ClassPart *part = lookup_first_part(l, c);
  while (part && (found == AST_CLASS || found == AST_TYPE)) {
    part = lookup_only_base(l, part);
    if (part && part->ast) found = part->ast->restriction;
  }
  return found;
}

/* --- suggestions --- */

static void offer_part(Lookup *l, const ClassPart *part, bool classes_only,
                       Suggestion *near)
{
  if (!part->ast) return;
  for (int i = 0; i < part->ast->n_elements; i++) {
    const AstElement *element = part->ast->element[i];
    if (element->kind == AST_ELEMENT_CLASS) {
      suggest_offer(near, element->class_def->name);
    } else if (element->kind == AST_ELEMENT_COMPONENT && !classes_only) {
      suggest_offer(near, element->name);
    }
  }
  int n;
  const Name *child = library_child_names(l->library, part->ast, &n);
  for (int i = 0; i < n; i++) suggest_offer(near, child[i]);
}

/* Helps with messages only: what is not resolved yet stays so. */
static void offer_parts(Lookup *l, ClassPart *part, bool classes_only,
                        Suggestion *near)
{
  if (near->distance == 0) return;
  ArenaMark mark = arena_mark(session_scratch(l->s));
  WorkList work = {0};
  offer_part(l, part, classes_only, near);
  push_known_bases(l, &work, part);
  while (work.n_items > 0) {
    ClassPart *base = work.item[--work.n_items];
    offer_part(l, base, classes_only, near);
    push_known_bases(l, &work, base);
  }
  arena_release(mark);
}

void lookup_offer_members(Lookup *l, InstClass *c, bool classes_only,
                          Suggestion *near)
{
  if (c->kind == CLASS_BUILTIN) {
    for (int i = 0; c->enumeration && i < c->enumeration->n_literals; i++)
      suggest_offer(near, c->enumeration->literal[i]);
    return;
  }
  offer_parts(l, lookup_first_part(l, c), classes_only, near);
}

static void offer_top_level(const Lookup *l, Suggestion *near)
{
  int n;
  const Name *name = library_top_names(l->library, &n);
  for (int i = 0; i < n; i++) suggest_offer(near, name[i]);
  for (int i = 0; i < 4; i++) suggest_offer(near, l->builtin[i]->full_name);
}

void lookup_offer(Lookup *l, Context from, bool classes_only, Suggestion *near)
{
  for (Context at = from; at.part; at = at.part->enclosing) {
    offer_parts(l, at.part, classes_only, near);
  }
  offer_top_level(l, near);
}

static bool has_faulty_base(Lookup *l, ClassPart *part)
{
  ArenaMark mark = arena_mark(session_scratch(l->s));
  WorkList work = {0};
  bool faulty = false;
  for (const ClassPart *at = part; at && !faulty;) {
    for (int i = 0; i < at->n_bases; i++) faulty = faulty || !at->base[i];
    push_known_bases(l, &work, at);
    at = work.n_items > 0 ? work.item[--work.n_items] : NULL;
  }
  arena_release(mark);
  return faulty;
}

bool lookup_is_incomplete(Lookup *l, Context from)
{
  for (Context at = from; at.part; at = at.part->enclosing) {
    if (has_faulty_base(l, at.part)) return true;
  }
  return false;
}

bool lookup_is_incomplete_class(Lookup *l, InstClass *c)
{
  return c->kind == CLASS_WRITTEN &&
         has_faulty_base(l, lookup_first_part(l, c));
}

/* --- type names --- */

/* Predefined names that are no classes of ours yet. */
static bool is_unsupported_type(const char *name)
{
  static const char *const known[] = {"Clock", "ExternalObject"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(name, known[i]) == 0) return true;
  }
  return false;
}

static void report_first(Lookup *l, Context from, const AstReference *name)
{
  if (lookup_is_incomplete(l, from)) return;
  Name first = name->part[0].ident;
  if (is_unsupported_type(first)) {
    fault_error(l->faults, name->span, E290,
                "the predefined type '%s' is not supported yet", first);
    return;
  }
  Suggestion near = suggest_for(l->s, first);
  lookup_offer(l, from, true, &near);
  if (!near.best && name->n_parts > 1) {
    library_report_missing(l->library, name->part[0].span, first);
    return;
  }
  fault_error(l->faults, name->part[0].span, E202, "unknown type '%s'%s", first,
              suggest_text(l->s, &near));
}

static void report_member(Lookup *l, InstClass *c, const AstReference *name,
                          int part)
{
  if (lookup_is_incomplete_class(l, c)) return;
  Suggestion near = suggest_for(l->s, name->part[part].ident);
  lookup_offer_members(l, c, true, &near);
  fault_error(l->faults, name->part[part].span, E202,
              "%s '%s' has no class '%s'%s", lookup_restriction(c),
              c->full_name, name->part[part].ident, suggest_text(l->s, &near));
}

static InstClass *class_found(Lookup *l, const Found *found,
                              const AstReference *name, int part)
{
  if (found->kind == FOUND_CLASS) return found->class_def;
  if (found->kind != FOUND_COMPONENT) return NULL;
  Diagnostic *d = fault_error(l->faults, name->part[part].span, E202,
                              "'%s' is a variable, a type is needed",
                              name->part[part].ident);
  fault_note(l->faults, d, element_span(found->member.element),
             "'%s' is declared here", name->part[part].ident);
  return NULL;
}

/* own_only: the names that the class inherits do not count (what a class
 * extends cannot come from what it extends). */
static InstClass *find_class(Lookup *l, Context from, bool own_only,
                             const AstReference *name)
{
  Name first = name->part[0].ident;
  Found found = name->leading_dot ? lookup_top(l, first)
                                  : search_outward(l, from, own_only, first);
  if (found.kind == FOUND_NOTHING) report_first(l, from, name);
  InstClass *c = class_found(l, &found, name, 0);
  for (int i = 1; c && i < name->n_parts; i++) {
    found = lookup_in_class(l, c, name->part[i].ident);
    if (found.kind == FOUND_NOTHING) report_member(l, c, name, i);
    const AstElement *element = found.member.element;
    if (element && element->is_protected) {
      fault_error(l->faults, name->part[i].span, E202,
                  "'%s' is protected in '%s'", name->part[i].ident,
                  c->full_name);
      return NULL;
    }
    c = class_found(l, &found, name, i);
  }
  return c;
}

InstClass *lookup_class(Lookup *l, Context from, const AstReference *name)
{
  ArenaMark mark = arena_mark(session_scratch(l->s));
  InstClass *found = find_class(l, from, false, name);
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

InstClass *lookup_full_name(Lookup *l, const char *dotted)
{
  size_t n = part_length(dotted);
  Found found = lookup_top(l, session_name_n(l->s, dotted, n));
  while (found.kind == FOUND_CLASS && dotted[n] == '.') {
    dotted += n + 1;
    n = part_length(dotted);
    found =
        lookup_in_class(l, found.class_def, session_name_n(l->s, dotted, n));
  }
  return found.kind == FOUND_CLASS ? found.class_def : NULL;
}
