/* parse_modification.c: modifications, annotations and descriptions (A.2.5
 * and the end of A.2.7). */
#include <assert.h>
#include <string.h>

#include "parse/parser.h"

/* --- descriptions --- */

/* STRING { "+" STRING } */
static const char *string_sum(Parser *p)
{
  assert(parser_kind(p) == TOKEN_STRING);
  int mark = p->n_pile;
  const char *text = parse_string(p);
  if (parser_kind(p) != TOKEN_PLUS) return text;

  parser_push(p, text, strlen(text));
  while (parser_accept(p, TOKEN_PLUS)) {
    if (parser_kind(p) != TOKEN_STRING) {
      parser_expected(p, "a string");
      break;
    }
    text = parse_string(p);
    parser_push(p, text, strlen(text));
  }
  int n;
  parser_push(p, "", 1);
  return parser_take(p, mark, 1, &n);
}

static AstComment *comment(Parser *p, bool with_annotation)
{
  int32_t begin = parser_begin(p);
  bool has_text = parser_kind(p) == TOKEN_STRING;
  bool has_annotation = with_annotation && parser_kind(p) == KEYWORD_ANNOTATION;
  if (!has_text && !has_annotation) return NULL;
  AstComment *c = arena_alloc(p->arena, sizeof *c);
  if (has_text) c->text = string_sum(p);
  if (with_annotation) c->annotation = parse_annotation_clause(p);
  c->span = parser_span(p, begin);
  return c;
}

AstComment *parse_description(Parser *p)
{
  return comment(p, true);
}

AstComment *parse_description_string(Parser *p)
{
  return comment(p, false);
}

/* annotation-clause : annotation class-modification */
AstModification *parse_annotation_clause(Parser *p)
{
  if (!parser_accept(p, KEYWORD_ANNOTATION)) return NULL;
  return parse_class_modification(p);
}

/* --- arguments --- */

/* element-modification : name [ modification ] description-string */
static void element_modification(Parser *p, AstArgument *a)
{
  a->kind = AST_MODIFY;
  a->name = parse_name(p);
  a->modification = parse_modification(p);
  a->comment = parse_description_string(p);
}

static AstElement *class_element(Parser *p)
{
  AstElement *e = arena_alloc(p->arena, sizeof *e);
  int32_t begin = parser_begin(p);
  e->kind = AST_ELEMENT_CLASS;
  e->class_def = parse_short_class_definition(p);
  e->span = parser_span(p, begin);
  return e;
}

/* short-class-definition | component-clause1 */
static void redeclared_element(Parser *p, AstArgument *a)
{
  assert(a->redeclare || a->replaceable);
  bool is_class = parse_is_class_start(parser_kind(p));
  a->kind = is_class ? AST_REDECLARE_CLASS : AST_REDECLARE_COMPONENT;
  a->element = is_class ? class_element(p) : parse_component_clause1(p);
  if (a->replaceable && parser_kind(p) == KEYWORD_CONSTRAINEDBY) {
    a->element->constraint = parse_constraining_clause(p, false);
  }
  a->element->redeclare = a->redeclare;
  a->element->replaceable = a->replaceable;
  a->element->final = a->final;
}

/* argument : [ redeclare ] [ each ] [ final ]
 *   ( element-modification | [ replaceable ] redeclared element ) */
static void argument(Parser *p)
{
  AstArgument *a = arena_alloc(p->arena, sizeof *a);
  int32_t begin = parser_begin(p);
  a->redeclare = parser_accept(p, KEYWORD_REDECLARE);
  a->each = parser_accept(p, KEYWORD_EACH);
  a->final = parser_accept(p, KEYWORD_FINAL);
  a->replaceable = parser_accept(p, KEYWORD_REPLACEABLE);
  if (a->redeclare || a->replaceable)
    redeclared_element(p, a);
  else
    element_modification(p, a);
  a->span = parser_span(p, begin);
  parser_push(p, &a, sizeof a);
}

/* inheritance-modification : break ( connect-equation | IDENT ) */
static void inheritance_modification(Parser *p)
{
  assert(parser_kind(p) == KEYWORD_BREAK);
  AstArgument *a = arena_alloc(p->arena, sizeof *a);
  int32_t begin = parser_begin(p);
  parser_advance(p);
  if (parser_kind(p) == KEYWORD_CONNECT) {
    a->kind = AST_BREAK_CONNECT;
    parse_connect_clause(p, &a->connect_left, &a->connect_right);
  } else {
    a->kind = AST_BREAK_COMPONENT;
    a->name = parse_name(p);
    if (a->name->n_parts > 1) {
      parser_error_at(p, a->name->span,
                      "a component of this class itself can be broken off "
                      "only");
    }
  }
  a->span = parser_span(p, begin);
  parser_push(p, &a, sizeof a);
}

/* --- modifications --- */

/* "(" [ argument { "," argument } ] ")" */
static AstModification *argument_list(Parser *p, bool may_break)
{
  AstModification *m = arena_alloc(p->arena, sizeof *m);
  int32_t open = parser_begin(p);
  if (!parser_enter(p)) return m;
  int mark = p->n_pile;
  m->has_arguments = parser_expect(p, TOKEN_LPAREN);
  if (m->has_arguments && parser_kind(p) != TOKEN_RPAREN) {
    do {
      if (may_break && parser_kind(p) == KEYWORD_BREAK) {
        inheritance_modification(p);
      } else {
        argument(p);
      }
    } while (parser_accept(p, TOKEN_COMMA));
  }
  if (m->has_arguments) parser_expect_close(p, TOKEN_RPAREN, open);
  m->argument = parser_take(p, mark, sizeof m->argument[0], &m->n_arguments);
  m->span = parser_span(p, open);
  parser_leave(p);
  return m;
}

AstModification *parse_class_modification(Parser *p)
{
  return argument_list(p, false);
}

AstModification *parse_class_or_inheritance_modification(Parser *p)
{
  return argument_list(p, true);
}

/* modification-expression : expression | break */
static void modification_expression(Parser *p, AstModification *m)
{
  m->is_break = parser_accept(p, KEYWORD_BREAK);
  if (!m->is_break) m->value = parse_expression(p);
}

/* modification : class-modification [ "=" modification-expression ]
 *   | "=" modification-expression | ":=" modification-expression */
AstModification *parse_modification(Parser *p)
{
  int32_t begin = parser_begin(p);
  AstModification *m = NULL;
  if (parser_kind(p) == TOKEN_LPAREN) {
    m = parse_class_modification(p);
    if (parser_kind(p) != TOKEN_EQUALS) return m;
  }
  if (parser_kind(p) != TOKEN_EQUALS && parser_kind(p) != TOKEN_ASSIGN) {
    return NULL;
  }
  if (!m) m = arena_alloc(p->arena, sizeof *m);
  parser_advance(p);
  modification_expression(p, m);
  m->span = parser_span(p, begin);
  return m;
}
