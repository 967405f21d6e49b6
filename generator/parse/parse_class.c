/* parse_class.c: class definitions (A.2.2). */
#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "parse/parser.h"

/* --- class prefixes --- */

bool parse_is_class_start(TokenKind kind)
{
  return token_role(kind) == ROLE_CLASS;
}

static AstPurity purity(Parser *p)
{
  if (parser_accept(p, KEYWORD_PURE)) return AST_PURE;
  if (parser_accept(p, KEYWORD_IMPURE)) return AST_IMPURE;
  return AST_PURITY_NONE;
}

/* operator [ record | function ] */
static AstRestriction operator_restriction(Parser *p)
{
  if (parser_accept(p, KEYWORD_RECORD)) return AST_OPERATOR_RECORD;
  if (parser_accept(p, KEYWORD_FUNCTION)) return AST_OPERATOR_FUNCTION;
  return AST_OPERATOR;
}

static AstRestriction restriction(Parser *p)
{
  static const struct {
    TokenKind word;
    AstRestriction restriction;
  } of_one_word[] = {
      {KEYWORD_CLASS, AST_CLASS},     {KEYWORD_MODEL, AST_MODEL},
      {KEYWORD_RECORD, AST_RECORD},   {KEYWORD_BLOCK, AST_BLOCK},
      {KEYWORD_TYPE, AST_TYPE},       {KEYWORD_CONNECTOR, AST_CONNECTOR},
      {KEYWORD_PACKAGE, AST_PACKAGE}, {KEYWORD_FUNCTION, AST_FUNCTION}};
  TokenKind kind = parser_kind(p);
  if (parse_is_class_start(kind)) parser_advance(p);
  for (size_t k = 0; k < sizeof of_one_word / sizeof of_one_word[0]; k++) {
    if (of_one_word[k].word == kind) return of_one_word[k].restriction;
  }
  if (kind == KEYWORD_OPERATOR) return operator_restriction(p);
  if (kind == KEYWORD_EXPANDABLE) {
    parser_expect(p, KEYWORD_CONNECTOR);
    return AST_EXPANDABLE_CONNECTOR;
  }
  parser_expected(p, "the kind of class (model, package, function, ...)");
  return AST_CLASS;
}

/* class-prefixes : [ partial ] ( class | model | ... ) */
static void class_prefixes(Parser *p, AstClass *c)
{
  int32_t begin = parser_begin(p);
  c->is_partial = parser_accept(p, KEYWORD_PARTIAL);
  c->purity = purity(p);
  c->restriction = restriction(p);
  bool is_function =
      c->restriction == AST_FUNCTION || c->restriction == AST_OPERATOR_FUNCTION;
  if (c->purity != AST_PURITY_NONE && !is_function) {
    parser_error_at(p, parser_span(p, begin),
                    "only functions are pure or impure");
  }
}

/* --- short classes --- */

static void enumeration_literal(Parser *p)
{
  AstEnumLiteral literal = {.span = {0}};
  int32_t begin = parser_begin(p);
  literal.name = parser_expect_declared(p, "the name of a literal");
  literal.span = parser_span(p, begin);
  literal.comment = parse_description(p);
  parser_push(p, &literal, sizeof literal);
}

/* enumeration "(" ( [ enum-list ] | ":" ) ")" description */
static void enumeration(Parser *p, AstClass *c)
{
  assert(parser_kind(p) == KEYWORD_ENUMERATION);
  c->form = AST_ENUMERATION;
  parser_advance(p);
  int32_t open = parser_begin(p);
  int mark = p->n_pile;
  parser_expect(p, TOKEN_LPAREN);
  c->enumeration_colon = parser_accept(p, TOKEN_COLON);
  if (!c->enumeration_colon && parser_kind(p) != TOKEN_RPAREN) {
    do {
      enumeration_literal(p);
    } while (parser_accept(p, TOKEN_COMMA));
  }
  c->literal = parser_take(p, mark, sizeof c->literal[0], &c->n_literals);
  parser_expect_close(p, TOKEN_RPAREN, open);
}

/* der "(" type-specifier "," IDENT { "," IDENT } ")" description */
static void der_class(Parser *p, AstClass *c)
{
  assert(parser_kind(p) == KEYWORD_DER);
  c->form = AST_SHORT_DER;
  parser_advance(p);
  int32_t open = parser_begin(p);
  int mark = p->n_pile;
  parser_expect(p, TOKEN_LPAREN);
  c->base = parse_type_specifier(p);
  parser_expect(p, TOKEN_COMMA);
  do {
    int32_t begin = parser_begin(p);
    AstDerName one = {.name = parser_expect_ident(p, "the name of an input")};
    one.span = parser_span(p, begin);
    parser_push(p, &one, sizeof one);
  } while (parser_accept(p, TOKEN_COMMA));
  c->der_name = parser_take(p, mark, sizeof c->der_name[0], &c->n_der_names);
  parser_expect_close(p, TOKEN_RPAREN, open);
}

static void short_base(Parser *p, AstClass *c)
{
  c->form = AST_SHORT;
  c->base_prefix.causality = parse_causality(p);
  c->base = parse_type_specifier(p);
  c->base_subscript = parse_array_subscripts(p, &c->n_base_subscripts);
  if (parser_kind(p) == TOKEN_LPAREN) {
    c->base_modification = parse_class_modification(p);
  }
}

/* After IDENT "=". */
static void short_class_specifier(Parser *p, AstClass *c)
{
  if (parser_kind(p) == KEYWORD_ENUMERATION) {
    enumeration(p, c);
  } else if (parser_kind(p) == KEYWORD_DER) {
    der_class(p, c);
  } else {
    short_base(p, c);
  }
  c->comment = parse_description(p);
}

static void class_name(Parser *p, AstClass *c)
{
  int32_t begin = parser_begin(p);
  c->name = parser_expect_declared(p, "the name of the class");
  c->name_span = parser_span(p, begin);
}

AstClass *parse_short_class_definition(Parser *p)
{
  AstClass *c = arena_alloc(p->arena, sizeof *c);
  int32_t begin = parser_begin(p);
  class_prefixes(p, c);
  class_name(p, c);
  if (!parser_accept(p, TOKEN_EQUALS)) {
    parser_expected(p, "'=' (only a short class fits into a modification)");
  }
  short_class_specifier(p, c);
  if (c->form == AST_SHORT_DER) {
    parser_error(p, "a der(...) class does not fit into a modification");
  }
  c->span = parser_span(p, begin);
  return c;
}

/* --- composition --- */

/* The head of a long class is read before its lists begin. */
bool parse_is_kept(const Parser *p, const AstClass *c)
{
  return c->name && (!p->panic || c->form == AST_LONG);
}

/* Of a faulty item, whose elements lie on the pile from `mark` on, a class
 * stays that can be looked at: then nothing is lost. */
static void leave_elements_out(Parser *p, int mark)
{
  int n = (p->n_pile - mark) / (int)sizeof(AstElement *);
  AstElement *first = NULL;
  if (n == 1) memcpy(&first, p->pile + mark, sizeof first);
  if (first && first->kind == AST_ELEMENT_CLASS && !first->constraint &&
      parse_is_kept(p, first->class_def)) {
    p->n_items_lost--;
    return;
  }
  p->n_pile = mark;
}

/* element-list : { element ";" }; the elements stay on the pile. */
static void element_list(Parser *p, bool is_protected)
{
  while (!parse_at_section_end(p)) {
    ParserItem item = parser_begin_item(p);
    int mark = p->n_pile;
    parse_element(p, is_protected);
    if (!parser_is_whole(p, &item)) leave_elements_out(p, mark);
    parser_end_item(p, &item);
  }
}

/* external-function-call : [ component-reference "=" ]
 *   IDENT "(" [ expression-list ] ")" */
static void external_function_call(Parser *p, AstExternal *x)
{
  AstReference *r = parse_component_reference(p);
  if (parser_accept(p, TOKEN_EQUALS)) {
    x->result = r;
    r = parse_name(p);
  }
  if (r->leading_dot || r->n_parts != 1 || r->part[0].n_subscripts > 0) {
    parser_error_at(p, r->span,
                    "the external function is named by one plain name");
    return;
  }
  x->has_call = true;
  x->function = r->part[0].ident;
  int32_t open = parser_begin(p);
  if (!parser_expect(p, TOKEN_LPAREN)) return;
  if (parser_kind(p) != TOKEN_RPAREN) {
    parse_expression_list(p, &x->arg, &x->n_args);
  }
  parser_expect_close(p, TOKEN_RPAREN, open);
}

/* external [ language ] [ external-function-call ] [ annotation ] ";" */
static void external(Parser *p, AstClass *c)
{
  AstExternal *x = arena_alloc(p->arena, sizeof *x);
  ParserItem item = parser_begin_item(p);
  if (c->external) parser_error(p, "the class has an external part already");
  parser_accept(p, KEYWORD_EXTERNAL);
  if (parser_kind(p) == TOKEN_STRING) x->language = parse_string(p);
  if (parser_kind(p) == TOKEN_IDENT || parser_kind(p) == TOKEN_DOT) {
    external_function_call(p, x);
  }
  x->span = parser_span(p, item.begin);
  x->annotation = parse_annotation_clause(p);
  bool is_whole = parser_is_whole(p, &item);
  parser_end_item(p, &item);
  if (is_whole) c->external = x;
}

/* The annotation of the class itself, kept with its description. */
static void class_annotation(Parser *p, AstClass *c)
{
  ParserItem item = parser_begin_item(p);
  if (c->comment && c->comment->annotation) {
    parser_error(p, "the class has an annotation already");
  }
  if (!c->comment) c->comment = arena_alloc(p->arena, sizeof *c->comment);
  c->comment->annotation = parse_annotation_clause(p);
  if (!c->comment->text) c->comment->span = parser_span(p, item.begin);
  if (!parser_is_whole(p, &item)) c->comment->annotation = NULL;
  parser_end_item(p, &item);
}

/* `is_algorithm` counts if the keyword is missing. */
static void section(Parser *p, AstClass *c, int *capacity, bool is_algorithm)
{
  int32_t begin = parser_begin(p);
  bool initial = parser_accept(p, KEYWORD_INITIAL);
  if (parser_kind(p) == KEYWORD_ALGORITHM) is_algorithm = true;
  c->section = vector_grow(p->arena, c->section, capacity, c->n_sections + 1,
                           sizeof c->section[0]);
  c->section[c->n_sections++] = is_algorithm
                                    ? parse_algorithm_section(p, begin, initial)
                                    : parse_equation_section(p, begin, initial);
}

/* A declaration in the midst of a section, which continues after it. */
static void late_declaration(Parser *p, AstClass *c, int *cap_sections)
{
  assert(c->n_sections > 0);
  Diagnostic *d = parser_error(p, "a declaration among the equations");
  if (d) {
    diagnostic_note(p->s, d, NO_SPAN,
                    "declarations come before 'equation' and 'algorithm', or "
                    "after 'public' or 'protected'; or 'end %s' is missing",
                    c->name ? c->name : "");
  }
  parser_calm_down(p);
  ParserItem item = parser_begin_item(p);
  int mark = p->n_pile;
  parse_element(p, false);
  if (!parser_is_whole(p, &item)) leave_elements_out(p, mark);
  parser_end_item(p, &item);
  if (parse_at_section_end(p)) return;
  section(p, c, cap_sections, c->section[c->n_sections - 1]->is_algorithm);
}

/* How far the composition of a class has come. */
typedef struct Composition {
  AstClass *c;
  int cap_sections;
  int n_sections_seen; /* by the last `public` or `protected` */
  bool is_protected;
} Composition;

/* public element-list | protected element-list */
static void visible_elements(Parser *p, Composition *now)
{
  now->is_protected = parser_kind(p) == KEYWORD_PROTECTED;
  parser_advance(p);
  now->n_sections_seen = now->c->n_sections;
  element_list(p, now->is_protected);
}

static void elements(Parser *p, Composition *now)
{
  bool is_late = now->c->n_sections > now->n_sections_seen;
  if (is_late && parser_kind(p) != KEYWORD_INITIAL) {
    late_declaration(p, now->c, &now->cap_sections);
  } else {
    element_list(p, now->is_protected);
  }
}

/* false: the class ends. */
static bool composition_part(Parser *p, Composition *now)
{
  TokenKind kind = parser_kind(p);
  if (kind == TOKEN_END_OF_FILE || kind == TOKEN_PANIC) return false;
  if (kind == KEYWORD_END) return parser_skip_stray(p);
  if (kind == KEYWORD_PUBLIC || kind == KEYWORD_PROTECTED) {
    visible_elements(p, now);
  } else if (parser_at_section(p)) {
    section(p, now->c, &now->cap_sections, false);
  } else if (kind == KEYWORD_EXTERNAL) {
    external(p, now->c);
  } else if (kind == KEYWORD_ANNOTATION) {
    class_annotation(p, now->c);
  } else {
    elements(p, now);
  }
  return true;
}

/* composition : element-list { public element-list | protected element-list
 *   | equation-section | algorithm-section } [ external ... ";" ]
 *   [ annotation-clause ";" ]
 *
 * The annotation is taken anywhere between the sections: many editors write
 * it in front of the equations. */
static void composition(Parser *p, AstClass *c)
{
  int mark = p->n_pile, n_lost = p->n_items_lost;
  Composition now = {.c = c};
  while (composition_part(p, &now)) continue;
  c->is_incomplete = p->n_items_lost > n_lost;
  p->n_items_lost = n_lost; /* those of the class around count there */
  c->element = parser_take(p, mark, sizeof c->element[0], &c->n_elements);
}

/* --- long classes --- */

static bool is_name_of_outer_class(const Parser *p, Name name)
{
  const OpenClass *c = p->open_class ? p->open_class->outer : NULL;
  while (c && c->name != name) c = c->outer;
  return c != NULL;
}

/* E121. An outer class of that name will want the `end`: then the one of
 * this class is missing, and nothing is taken. */
static void wrong_end(Parser *p, const AstClass *c, const Token *name)
{
  assert(name->kind == TOKEN_IDENT && name->name != c->name);
  Span span = {p->lexer.source, parser_begin(p), name->end};
  bool outer = is_name_of_outer_class(p, name->name);
  if (!p->panic && c->name) {
    Diagnostic *d = diagnostic_error(
        p->s, span, E121, "'end %s' closes class '%s'", name->name, c->name);
    diagnostic_note(p->s, d, c->name_span, "class '%s' begins here", c->name);
  }
  p->last_error_at = parser_begin(p); /* enough has been said */
  if (outer) {
    parser_expected(p, "the end of the inner class");
    return;
  }
  parser_advance(p);
  parser_advance(p);
}

/* end IDENT */
static void end_of_class(Parser *p, const AstClass *c)
{
  if (parser_kind(p) == KEYWORD_END && parser_peek(p) == TOKEN_IDENT) {
    const Token *name = parser_peek_token(p);
    if (name->name != c->name) {
      wrong_end(p, c, name);
      return;
    }
    parser_advance(p);
    parser_advance(p);
    return;
  }
  if (parser_accept(p, KEYWORD_END)) {
    parser_expect_ident(p, "the name of the class that ends");
    return;
  }
  char what[64];
  snprintf(what, sizeof what, "'end %.48s'", c->name ? c->name : "");
  Diagnostic *d = parser_expected(p, what);
  if (d) diagnostic_note(p->s, d, c->name_span, "the class begins here");
}

/* After IDENT or extends IDENT [ class-modification ]. */
static void long_class_specifier(Parser *p, AstClass *c)
{
  OpenClass open = {p->open_class, c->name};
  p->open_class = &open;
  c->comment = parse_description_string(p);
  composition(p, c);
  end_of_class(p, c);
  assert(p->open_class == &open);
  p->open_class = open.outer;
}

/* class-specifier */
static void class_specifier(Parser *p, AstClass *c)
{
  if (parser_accept(p, KEYWORD_EXTENDS)) {
    c->form = AST_LONG_EXTENDS;
    class_name(p, c);
    if (parser_kind(p) == TOKEN_LPAREN) {
      c->extends_modification = parse_class_modification(p);
    }
    long_class_specifier(p, c);
    return;
  }
  class_name(p, c);
  if (parser_accept(p, TOKEN_EQUALS))
    short_class_specifier(p, c);
  else
    long_class_specifier(p, c);
}

/* class-definition : [ encapsulated ] class-prefixes class-specifier */
AstClass *parse_class_definition(Parser *p)
{
  AstClass *c = arena_alloc(p->arena, sizeof *c);
  int32_t begin = parser_begin(p);
  if (!parser_enter(p)) return c;
  c->is_encapsulated = parser_accept(p, KEYWORD_ENCAPSULATED);
  class_prefixes(p, c);
  class_specifier(p, c);
  c->span = parser_span(p, begin);
  c->is_incomplete |= p->panic;
  parser_leave(p);
  return c;
}
