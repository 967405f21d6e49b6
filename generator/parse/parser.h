/* parser.h: what the files of the parser share; private to parse/.
 *
 * Recursive descent, one function per grammar rule, named after it. The token
 * at hand and one token ahead decide; nothing is ever parsed twice.
 *
 * Errors. The first fault in an element, equation or statement is reported
 * and the parser panics: the token at hand turns into TOKEN_PANIC, which fits
 * no rule, so that every function in progress falls through to its end
 * without a special case. The list the faulty item stands in recovers: it
 * skips to the next ';', section or 'end' and continues. Nodes built during a
 * panic are incomplete, but nobody sees them: the list leaves the faulty item
 * out, but for a class with a name, whose own lists have done the same.
 *
 * Lists are collected on the pile, a stack of bytes, and copied to the arena
 * with their exact size when they are complete.
 */
#ifndef FOUCAULT_PARSE_PARSER_H
#define FOUCAULT_PARSE_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/session.h"
#include "parse/ast.h"
#include "parse/lexer.h"
#include "parse/token.h"

/* Rules that contain themselves may nest this deep (E122). */

/* The classes around the place being parsed, innermost first. */
typedef struct OpenClass {
  const struct OpenClass *outer;
  Name name;
} OpenClass;

typedef struct Parser {
  Session *s;
  Arena *arena;
  Lexer lexer;
  Token ring[2]; /* the token at hand and the one ahead */
  int now;       /* which of them is at hand */
  bool has_ahead;
  int32_t prev_end; /* end of the last token taken */

  bool panic;
  TokenKind stuck;       /* the kind TOKEN_PANIC hides */
  int32_t last_error_at; /* no second error at one token */
  int n_errors_before;   /* of the session, when the file began */
  int n_heads_lost;      /* heads of loops and branches that were faulty */
  int n_items_lost;      /* items that were left out */
  bool is_alone;         /* the text is an expression, not a file */

  int depth;
  int n_subscripts_open; /* `end` is an expression inside of them */
  int n_brackets_open;   /* ';' may be part of a matrix inside of them */
  int n_brackets_stuck;  /* their number when the panic began */
  const OpenClass *open_class;
  Name item_word; /* the name an element or equation begins with, or NULL */

  char *pile;
  int n_pile, cap_pile;
} Parser;

/* At the first token of a source. */
Parser parser_make(Session *s, int source);

/* --- tokens (parse.c) --- */

static inline const Token *parser_token(const Parser *p)
{
  return &p->ring[p->now];
}

static inline TokenKind parser_kind(const Parser *p)
{
  return p->ring[p->now].kind;
}

static inline int32_t parser_begin(const Parser *p)
{
  return p->ring[p->now].begin;
}

/* From the byte `begin` to the end of the last token taken. */
static inline Span parser_span(const Parser *p, int32_t begin)
{
  int32_t end = p->prev_end > begin ? p->prev_end : begin;
  return (Span){p->lexer.source, begin, end};
}

/* The kind of the token after the one at hand. */
TokenKind parser_peek(Parser *p);
const Token *parser_peek_token(Parser *p);
void parser_advance(Parser *p);

/* Takes the token at hand if it is of this kind. */
static inline bool parser_accept(Parser *p, TokenKind kind)
{
  if (parser_kind(p) != kind) return false;
  parser_advance(p);
  return true;
}

/* Takes the token or panics: "expected ';' before 'equation'". */
bool parser_expect(Parser *p, TokenKind kind);
/* The same for the partner of a bracket opened at offset `open`, which a note
 * points at. */
bool parser_expect_close(Parser *p, TokenKind kind, int32_t open);
/* An IDENT; NULL in a panic. */
Name parser_expect_ident(Parser *p, const char *what);
/* An IDENT that is declared: E203 where it is the name of a predefined type
 * (MLS 3.6, section 2.3.3), which is not a reason to panic. */
Name parser_expect_declared(Parser *p, const char *what);

/* --- errors and recovery (parse.c) --- */

/* "expected WHAT before 'token'" at the token at hand. Returns NULL if the
 * fault was reported before; else notes may be added. Panics. */
Diagnostic *parser_expected(Parser *p, const char *what);
/* E120 with these words at the token at hand. NULL and panic as above. */
Diagnostic *parser_error(Parser *p, const char *message);
/* The same at another place. */
Diagnostic *parser_error_at(Parser *p, Span span, const char *message);
/* Ends the panic; for callers that know how to continue. */
void parser_calm_down(Parser *p);
/* Gives up on the file after 20 errors: the rest of it is its end. */
void parser_limit_errors(Parser *p);
/* True if this file has no error so far. */
bool parser_is_clean(const Parser *p);

/* One level deeper; false after E122, which ends the file. */
bool parser_enter(Parser *p);
void parser_leave(Parser *p);

/* What parser_end_item() needs to know about the item. */
typedef struct ParserItem {
  int32_t begin;
  int n_brackets_open;
  int n_heads_lost; /* of the parser when it began */
} ParserItem;

ParserItem parser_begin_item(Parser *p);
/* To be asked before parser_end_item(): false where the item is to be left
 * out, which is then counted. */
bool parser_is_whole(Parser *p, const ParserItem *item);
/* Takes the ';' after the item, or recovers from a fault in it. At least one
 * token is taken since parser_begin_item(). */
void parser_end_item(Parser *p, const ParserItem *item);
/* After a fault in the head of a loop or condition: to the body, which begins
 * after `then` or `loop` if they can be found. */
void parser_recover_head(Parser *p);
/* Does a section begin here, also with `public` or `protected`? */
bool parser_at_section(Parser *p);
/* `end if`, `else`, ... without a beginning: takes them and returns true. An
 * error unless it may come from an earlier one. */
bool parser_skip_stray(Parser *p);

/* --- lists (parse.c) --- */

void parser_push(Parser *p, const void *item, size_t size);
/* Takes what was pushed since n_pile was `mark`; the array is in the arena,
 * NULL if empty. */
void *parser_take(Parser *p, int mark, size_t size, int *n);

/* --- grammar rules used across files --- */

/* parse_expression.c */
AstExpr *parse_expression(Parser *p);
AstExpr *parse_simple_expression(Parser *p);
AstReference *parse_name(Parser *p);
AstReference *parse_type_specifier(Parser *p);
AstReference *parse_component_reference(Parser *p);
/* A component reference as an expression. */
AstExpr *parse_reference_expression(Parser *p);
/* The arguments after the reference that began at `begin`. */
AstExpr *parse_function_call(Parser *p, AstReference *function, int32_t begin);
/* "(" output-expression-list ")", a tuple even around one expression. */
AstExpr *parse_output_tuple(Parser *p);
void parse_expression_list(Parser *p, AstExpr ***list, int *n);
/* Nothing is taken if there is no '['. */
AstSubscript *parse_array_subscripts(Parser *p, int *n);
AstIterator *parse_for_indices(Parser *p, int *n);
const char *parse_string(Parser *p);

/* parse_modification.c */
AstModification *parse_modification(Parser *p); /* NULL: none */
AstModification *parse_class_modification(Parser *p);
AstModification *parse_class_or_inheritance_modification(Parser *p);
AstModification *parse_annotation_clause(Parser *p); /* NULL: none */
AstComment *parse_description(Parser *p);            /* NULL: none */
AstComment *parse_description_string(Parser *p);     /* NULL: none */

/* parse_class.c */
bool parse_is_class_start(TokenKind kind);
AstClass *parse_class_definition(Parser *p);
/* Can others look at what parse_class_definition() gave, in a panic too? */
bool parse_is_kept(const Parser *p, const AstClass *c);
AstClass *parse_short_class_definition(Parser *p);

/* parse_element.c */
/* Pushes one AstElement, or one per component. */
void parse_element(Parser *p, bool is_protected);
AstElement *parse_component_clause1(Parser *p);
AstConstraint *parse_constraining_clause(Parser *p, bool with_description);
AstCausality parse_causality(Parser *p);

/* parse_equation.c; a section may also continue without its keyword */
AstSection *parse_equation_section(Parser *p, int32_t begin, bool initial);
AstSection *parse_algorithm_section(Parser *p, int32_t begin, bool initial);
void parse_connect_clause(Parser *p, AstExpr **left, AstExpr **right);
/* `equation`, `public`, ... and the end of the file. */
bool parse_at_section_end(Parser *p);
/* A keyword that begins an element and cannot begin an equation. */
bool parse_is_declaration_start(TokenKind kind);

#endif
