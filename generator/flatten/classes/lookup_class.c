/* lookup_class.c: class texts and the classes made from them. */
#include "flatten/classes/class_content.h"
#include "flatten/classes/lookup_inside.h"

#include <assert.h>
#include <string.h>

/* --- class texts --- */

Name lookup_pointer_key(const void *pointer)
{
  return (Name)pointer; /* the map compares addresses */
}

Name lookup_element_name(const AstElement *element)
{
  assert(element->kind == AST_ELEMENT_CLASS ||
         element->kind == AST_ELEMENT_COMPONENT);
  return element->kind == AST_ELEMENT_CLASS ? element->class_def->name
                                            : element->name;
}

Span lookup_element_span(const AstElement *element)
{
  return element->kind == AST_ELEMENT_CLASS ? element->class_def->name_span
                                            : element->name_span;
}

bool lookup_is_redeclaration(const AstElement *element)
{
  return element->redeclare || (element->kind == AST_ELEMENT_CLASS &&
                                element->class_def->form == AST_LONG_EXTENDS);
}

/* Section 3.6.7: every model has the variable `time`. Records and functions may
 * name something else so, which is never looked up from a model. */
static bool hides_time(const AstClass *ast, const AstElement *element,
                       Name name)
{
  bool is_model = ast->restriction == AST_MODEL ||
                  ast->restriction == AST_BLOCK ||
                  ast->restriction == AST_CLASS;
  return is_model && element->kind == AST_ELEMENT_COMPONENT &&
         strcmp(name, "time") == 0;
}

static void add_element(const Lookup *l, ClassText *text, AstElement *element)
{
  if (lookup_is_redeclaration(element)) {
    text->has_redeclares = true;
    return;
  }
  Name name = lookup_element_name(element);
  if (hides_time(text->ast, element, name)) {
    fault_error(l->faults, lookup_element_span(element), E203,
                "'time' is declared already: it is the time of the simulation");
    return;
  }
  const AstElement *first = name_map_find(&l->tables->names, text->id, name);
  if (!first) {
    name_map_add(&l->tables->names, text->id, name, element);
    return;
  }
  Diagnostic *d = fault_error(l->faults, lookup_element_span(element), E203,
                              "'%s' is declared twice", name);
  fault_note(l->faults, d, lookup_element_span(first), "first declared here");
}

ClassText *lookup_text(const Lookup *l, const AstClass *ast)
{
  ClassText *text =
      name_map_find(&l->tables->texts, 0, lookup_pointer_key(ast));
  if (text) return text;
  text = arena_alloc(l->arena, sizeof *text);
  text->id = l->tables->n_texts++;
  text->ast = ast;
  l->tables->has_incomplete |= ast->is_incomplete;
  name_map_add(&l->tables->texts, 0, lookup_pointer_key(ast), text);
  text->is_faulty = !class_content_check(l->faults, ast);
  for (int i = 0; i < ast->n_elements; i++) {
    AstElement *element = ast->element[i];
    switch (element->kind) {
    case AST_ELEMENT_CLASS:
    case AST_ELEMENT_COMPONENT: add_element(l, text, element); break;
    case AST_ELEMENT_IMPORT: text->has_imports = true; break;
    case AST_ELEMENT_EXTENDS: break;
    }
  }
  if (text->has_imports) {
    text->next_importing = l->tables->importing;
    l->tables->importing = text;
  }
  return text;
}

/* --- classes --- */

static Name join_names(const Lookup *l, const ClassPart *around, Name name)
{
  if (!around) return name;
  ArenaMark mark = arena_mark(session_scratch(l->s));
  Name joined = session_name(l->s, arena_printf(session_scratch(l->s), "%s.%s",
                                                around->class_name, name));
  arena_release(mark);
  return joined;
}

static InstClass *make_class(const Lookup *l, ClassKind kind, Name full_name)
{
  InstClass *c = arena_alloc(l->arena, sizeof *c);
  c->kind = kind;
  c->id = l->tables->n_classes++;
  c->full_name = full_name;
  return c;
}

static bool is_attribute(const char *name)
{
  static const char *const known[] = {"quantity", "min", "max", "start",
                                      "fixed"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(name, known[i]) == 0) return true;
  }
  return false;
}

/* Section 4.8.5: the literals of one enumeration differ from each other and
 * from its attributes. */
static void check_literals(const Lookup *l, const AstClass *ast)
{
  NameMap seen;
  name_map_init(&seen, l->arena);
  for (int i = 0; i < ast->n_literals; i++) {
    const AstEnumLiteral *literal = &ast->literal[i];
    const AstEnumLiteral *first = name_map_find(&seen, 0, literal->name);
    if (is_attribute(literal->name))
      fault_error(l->faults, literal->span, E203,
                  "'%s' is an attribute of enumerations and cannot be a "
                  "literal (section 4.8.5.1)",
                  literal->name);
    if (!first) {
      name_map_add(&seen, 0, literal->name, (void *)literal);
      continue;
    }
    Diagnostic *d = fault_error(l->faults, literal->span, E203,
                                "'%s' is declared twice", literal->name);
    fault_note(l->faults, d, first->span, "first declared here");
  }
}

static const FlatEnumeration *make_enumeration(const Lookup *l, Name full_name,
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

InstClass *lookup_written(const Lookup *l, const AstClass *ast,
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

InstClass *lookup_instance_class(const Lookup *l, InstClass *type,
                                 struct Instance *instance, Modifier *modifier)
{
  assert(type->kind == CLASS_WRITTEN);
  InstClass *c = arena_alloc(l->arena, sizeof *c);
  *c = *type;
  c->id = l->tables->n_classes++;
  c->modifier = modification_merge(l->modifications, modifier, type->modifier);
  c->first = NULL;
  c->constants = NULL;
  c->instance = instance;
  return c;
}

/* --- predefined types --- */

static InstClass *add_builtin(const Lookup *l, FlatType type, const char *word)
{
  Name name = session_name(l->s, word);
  assert(!name_map_find(&l->tables->predefined, 0, name));
  InstClass *c = make_class(l, CLASS_BUILTIN, name);
  c->type = type;
  name_map_add(&l->tables->predefined, 0, name, c);
  return c;
}

static const FlatEnumeration *add_builtin_enumeration(const Lookup *l,
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

Lookup lookup_create(const Faults *faults, Library *library,
                     const Modifications *modifications)
{
  static const char *const state_select[] = {"never", "avoid", "default",
                                             "prefer", "always"};
  static const char *const assertion_level[] = {"warning", "error"};
  static const char *const clock[] = {"tick"};
  Session *s = faults->s;
  Arena *arena = s->instance_arena;
  LookupTables *t = arena_alloc(arena, sizeof *t);
  Lookup l = {.s = s,
              .faults = faults,
              .arena = arena,
              .library = library,
              .modifications = modifications,
              .tables = t};
  name_map_init(&t->predefined, arena);
  name_map_init(&t->texts, arena);
  name_map_init(&t->names, arena);
  name_map_init(&t->classes, arena);
  name_map_init(&t->replaced, arena);
  t->builtin[FLAT_REAL] = add_builtin(&l, FLAT_REAL, "Real");
  t->builtin[FLAT_INTEGER] = add_builtin(&l, FLAT_INTEGER, "Integer");
  t->builtin[FLAT_BOOLEAN] = add_builtin(&l, FLAT_BOOLEAN, "Boolean");
  t->builtin[FLAT_STRING] = add_builtin(&l, FLAT_STRING, "String");
  add_builtin(&l, FLAT_OBJECT, "ExternalObject");
  t->state_select = add_builtin_enumeration(&l, "StateSelect", state_select, 5);
  t->assertion_level =
      add_builtin_enumeration(&l, "AssertionLevel", assertion_level, 2);
  t->clock = add_builtin_enumeration(&l, "Clock", clock, 1);
  return l;
}

/* --- words --- */

const char *lookup_restriction_word(AstRestriction restriction)
{
  assert(restriction <= AST_OPERATOR);
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
  return word[restriction];
}

const char *lookup_restriction(const InstClass *c)
{
  return lookup_restriction_word(c->ast ? c->ast->restriction : AST_TYPE);
}
