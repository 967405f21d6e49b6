/* parse_element.c: the elements of a class (A.2.3, A.2.4). */
#include <assert.h>
#include <string.h>

#include "parse/parser.h"

/* --- import and extends --- */

/* import-list : IDENT { "," IDENT } */
static void import_list(Parser *p, AstElement *e)
{
  int32_t open = parser_begin(p);
  int mark = p->n_pile;
  e->import_kind = AST_IMPORT_LIST;
  parser_advance(p);
  do {
    Name name = parser_expect_ident(p, "the name of an imported class");
    parser_push(p, &name, sizeof name);
  } while (parser_accept(p, TOKEN_COMMA));
  e->import_list =
      parser_take(p, mark, sizeof e->import_list[0], &e->n_import_list);
  parser_expect_close(p, TOKEN_RBRACE, open);
}

/* True if the name continues after the '.' just taken. */
static bool import_goes_on(Parser *p, AstElement *e)
{
  if (parser_accept(p, TOKEN_STAR))
    e->import_kind = AST_IMPORT_ALL;
  else if (parser_kind(p) == TOKEN_LBRACE)
    import_list(p, e);
  else
    return true;
  return false;
}

/* name [ ".*" | "." ( "*" | "{" import-list "}" ) ] */
static void imported_name(Parser *p, AstElement *e)
{
  AstReference *r = arena_alloc(p->arena, sizeof *r);
  int32_t begin = parser_begin(p);
  int mark = p->n_pile;
  do {
    AstNamePart part = {.span = {0}};
    int32_t part_begin = parser_begin(p);
    part.ident = parser_expect_ident(p, "the name of a package or class");
    part.span = parser_span(p, part_begin);
    parser_push(p, &part, sizeof part);
  } while (parser_accept(p, TOKEN_DOT) && import_goes_on(p, e));
  if (parser_accept(p, TOKEN_EL_STAR)) e->import_kind = AST_IMPORT_ALL;
  r->part = parser_take(p, mark, sizeof r->part[0], &r->n_parts);
  r->span = parser_span(p, begin);
  e->import_name = r;
}

/* import ( IDENT "=" name | name ... ) description */
static void import_clause(Parser *p, AstElement *e)
{
  assert(parser_kind(p) == KEYWORD_IMPORT);
  e->kind = AST_ELEMENT_IMPORT;
  parser_advance(p);
  if (parser_kind(p) == TOKEN_IDENT && parser_peek(p) == TOKEN_EQUALS) {
    e->import_kind = AST_IMPORT_RENAME;
    e->import_alias = parser_token(p)->name;
    parser_advance(p);
    parser_advance(p);
    e->import_name = parse_name(p);
  } else {
    e->import_kind = AST_IMPORT_QUALIFIED;
    imported_name(p, e);
  }
  e->comment = parse_description(p);
}

/* extends type-specifier [ class-or-inheritance-modification ]
 *   [ annotation-clause ] */
static void extends_clause(Parser *p, AstElement *e)
{
  assert(parser_kind(p) == KEYWORD_EXTENDS);
  e->kind = AST_ELEMENT_EXTENDS;
  parser_advance(p);
  e->type = parse_type_specifier(p);
  if (parser_kind(p) == TOKEN_LPAREN) {
    e->modification = parse_class_or_inheritance_modification(p);
  }
  if (parser_kind(p) == KEYWORD_ANNOTATION) e->comment = parse_description(p);
}

/* constrainedby type-specifier [ class-modification ] [ description ] */
AstConstraint *parse_constraining_clause(Parser *p, bool with_description)
{
  AstConstraint *c = arena_alloc(p->arena, sizeof *c);
  int32_t begin = parser_begin(p);
  parser_expect(p, KEYWORD_CONSTRAINEDBY);
  c->type = parse_type_specifier(p);
  if (parser_kind(p) == TOKEN_LPAREN) {
    c->modification = parse_class_modification(p);
  }
  c->span = parser_span(p, begin);
  if (with_description) c->comment = parse_description(p);
  return c;
}

/* --- components --- */

AstCausality parse_causality(Parser *p)
{
  if (parser_accept(p, KEYWORD_INPUT)) return AST_INPUT;
  if (parser_accept(p, KEYWORD_OUTPUT)) return AST_OUTPUT;
  return AST_CAUSALITY_NONE;
}

/* base-prefix type-specifier [ array-subscripts ] [ class-modification ] */
static AstVariability variability(Parser *p)
{
  if (parser_accept(p, KEYWORD_PARAMETER)) return AST_PARAMETER;
  if (parser_accept(p, KEYWORD_CONSTANT)) return AST_CONSTANT;
  if (parser_accept(p, KEYWORD_DISCRETE)) return AST_DISCRETE;
  return AST_CONTINUOUS;
}

/* type-prefix : [ flow | stream ] [ discrete | parameter | constant ]
 *   [ input | output ] */
static AstTypePrefix type_prefix(Parser *p)
{
  AstTypePrefix prefix = {.connection = AST_CONNECTION_NONE};
  if (parser_accept(p, KEYWORD_FLOW))
    prefix.connection = AST_FLOW;
  else if (parser_accept(p, KEYWORD_STREAM))
    prefix.connection = AST_STREAM;
  prefix.variability = variability(p);
  prefix.causality = parse_causality(p);
  return prefix;
}

static void note_equation(Parser *p, Diagnostic *d)
{
  if (!d) return;
  diagnostic_note(p->s, d, NO_SPAN,
                  "equations come after the keyword 'equation'");
}

/* declaration : IDENT [ array-subscripts ] [ modification ] */
static void declaration(Parser *p, AstElement *e)
{
  int32_t begin = parser_begin(p);
  bool is_misspelt = parser_peek(p) == TOKEN_IDENT; /* paramter Real p */
  e->name = is_misspelt ? parser_expect_ident(p, "the name of a component")
                        : parser_expect_declared(p, "the name of a component");
  e->name_span = parser_span(p, begin);
  e->subscript = parse_array_subscripts(p, &e->n_subscripts);
  e->modification = parse_modification(p);
  e->span = parser_span(p, begin);
}

/* component-declaration : declaration [ if expression ] description */
static void component_declaration(Parser *p, AstElement *e)
{
  int32_t begin = parser_begin(p);
  if (parser_kind(p) == TOKEN_EQUALS) {
    note_equation(p, parser_expected(p, "the name of a component"));
  }
  declaration(p, e);
  if (parser_accept(p, KEYWORD_IF)) e->condition = parse_expression(p);
  e->span = parser_span(p, begin);
  e->comment = parse_description(p);
}

static void expected_declaration(Parser *p)
{
  bool is_equation =
      parser_kind(p) == KEYWORD_DER || parser_kind(p) == KEYWORD_CONNECT ||
      parser_kind(p) == KEYWORD_IF || parser_kind(p) == KEYWORD_FOR ||
      parser_kind(p) == KEYWORD_WHEN;
  Diagnostic *d = parser_expected(p, "a declaration");
  if (is_equation) note_equation(p, d);
}

static AstReference *component_type(Parser *p)
{
  if (parser_kind(p) != TOKEN_IDENT && parser_kind(p) != TOKEN_DOT) {
    expected_declaration(p);
  }
  return parse_type_specifier(p);
}

/* component-clause : type-prefix type-specifier [ array-subscripts ]
 *   component-declaration { "," component-declaration }
 *
 * `first` carries the prefixes of the element; the others copy it. */
static void component_clause(Parser *p, AstElement *first)
{
  first->kind = AST_ELEMENT_COMPONENT;
  first->prefix = type_prefix(p);
  first->type = component_type(p);
  first->type_subscript = parse_array_subscripts(p, &first->n_type_subscripts);
  const AstElement common = *first;
  AstElement *e = first;
  for (;;) {
    component_declaration(p, e);
    parser_push(p, &e, sizeof e);
    if (!parser_accept(p, TOKEN_COMMA)) return;
    e = arena_alloc(p->arena, sizeof *e);
    *e = common;
  }
}

/* component-clause1 : type-prefix type-specifier declaration description */
AstElement *parse_component_clause1(Parser *p)
{
  AstElement *e = arena_alloc(p->arena, sizeof *e);
  e->kind = AST_ELEMENT_COMPONENT;
  e->prefix = type_prefix(p);
  e->type = component_type(p);
  declaration(p, e);
  e->comment = parse_description(p);
  return e;
}

/* --- elements --- */

/* Section 7.3.2.1: what describes the declaration stands once, with the type or
 * after `constrainedby`. */
static void check_described_once(Parser *p, const AstElement *e)
{
  bool is_long =
      e->kind == AST_ELEMENT_CLASS && (e->class_def->form == AST_LONG ||
                                       e->class_def->form == AST_LONG_EXTENDS);
  const AstComment *own =
      e->kind == AST_ELEMENT_CLASS ? e->class_def->comment : e->comment;
  const AstComment *other = e->constraint ? e->constraint->comment : NULL;
  if (is_long || !own || !other) return;
  bool two_texts = own->text && other->text;
  if (!two_texts && !(own->annotation && other->annotation)) return;
  Diagnostic *d = diagnostic_error(
      p->s, other->span, E120,
      "a second %s: it stands once, at the type or after constrainedby "
      "(section 7.3.2.1)",
      two_texts ? "description" : "annotation");
  diagnostic_note(p->s, d, own->span, "the first one");
}

/* The pile holds the elements of the clause from `mark` on. */
static void constrain_elements(Parser *p, int mark, AstConstraint *constraint)
{
  assert((p->n_pile - mark) % (int)sizeof(AstElement *) == 0);
  for (int i = mark; i < p->n_pile; i += (int)sizeof(AstElement *)) {
    AstElement *e;
    memcpy(&e, p->pile + i, sizeof e);
    e->constraint = constraint;
    check_described_once(p, e);
  }
}

/* class-definition | component-clause, maybe replaceable */
static void class_or_components(Parser *p, AstElement *e)
{
  int mark = p->n_pile;
  int32_t begin = parser_begin(p);
  e->replaceable = parser_accept(p, KEYWORD_REPLACEABLE);
  if (parse_is_class_start(parser_kind(p))) {
    e->kind = AST_ELEMENT_CLASS;
    e->class_def = parse_class_definition(p);
    e->span = parser_span(p, begin);
    parser_push(p, &e, sizeof e);
  } else {
    component_clause(p, e);
  }
  if (e->replaceable && parser_kind(p) == KEYWORD_CONSTRAINEDBY) {
    constrain_elements(p, mark, parse_constraining_clause(p, true));
  }
}

void parse_element(Parser *p, bool is_protected)
{
  AstElement *e = arena_alloc(p->arena, sizeof *e);
  int32_t begin = parser_begin(p);
  e->is_protected = is_protected;
  if (parser_kind(p) == KEYWORD_IMPORT || parser_kind(p) == KEYWORD_EXTENDS) {
    if (parser_kind(p) == KEYWORD_IMPORT)
      import_clause(p, e);
    else
      extends_clause(p, e);
    e->span = parser_span(p, begin);
    parser_push(p, &e, sizeof e);
    return;
  }
  e->redeclare = parser_accept(p, KEYWORD_REDECLARE);
  e->final = parser_accept(p, KEYWORD_FINAL);
  e->inner = parser_accept(p, KEYWORD_INNER);
  e->outer = parser_accept(p, KEYWORD_OUTER);
  class_or_components(p, e);
}
