/* format_indent.c: see format_indent.h. */
#include "format/format_indent.h"

#include <assert.h>

#include "base/vector.h"
#include "parse/lexer.h"

enum { INDENT = 2 };

static TokenKind format_indent_kind(const FormatIndent *f, int k)
{
  return k < f->tokens->n_tokens ? f->tokens->token[k].kind : TOKEN_END_OF_FILE;
}

static const OpenPart *innermost(const FormatIndent *f)
{
  return f->n_open > 0 ? &f->open[f->n_open - 1] : NULL;
}

static bool is_innermost(const FormatIndent *f, OpenKind kind)
{
  return f->n_open > 0 && innermost(f)->kind == kind;
}

/* The innermost parenthesis, unless a block or class is open inside of it. */
static const OpenPart *parenthesis_of(const FormatIndent *f)
{
  for (int k = f->n_open - 1; k >= 0; k--) {
    if (f->open[k].kind == OPEN_PARENTHESIS) return &f->open[k];
    if (f->open[k].kind != OPEN_EXPRESSION) return NULL;
  }
  return NULL;
}

FormatIndent format_indent_begin(const FormatTokens *tokens, Arena *arena)
{
  return (FormatIndent){.tokens = tokens, .arena = arena, .at_start = true};
}

FormatContext format_indent_context(const FormatIndent *f)
{
  const OpenPart *p = parenthesis_of(f);
  return (FormatContext){p && p->is_annotation, p && p->is_bracket};
}

int format_indent_of_comment(const FormatIndent *f)
{
  const OpenPart *p = parenthesis_of(f);
  if (p) return p->line + INDENT;
  return INDENT * f->depth + (f->at_start ? 0 : INDENT);
}

/* --- words that stand further left --- */

static bool format_indent_is_section(const FormatIndent *f, int k)
{
  TokenKind kind = format_indent_kind(f, k),
            next = format_indent_kind(f, k + 1);
  if (!f->at_start || !is_innermost(f, OPEN_CLASS)) return false;
  if (kind == KEYWORD_INITIAL)
    return next == KEYWORD_EQUATION || next == KEYWORD_ALGORITHM;
  return token_role(kind) == ROLE_SECTION || kind == KEYWORD_EXTERNAL;
}

static bool is_branch(const FormatIndent *f, int k)
{
  TokenKind kind = format_indent_kind(f, k);
  return is_innermost(f, OPEN_BLOCK) &&
         (kind == KEYWORD_ELSE || kind == KEYWORD_ELSEIF ||
          kind == KEYWORD_ELSEWHEN);
}

static bool is_end(const FormatIndent *f, int k)
{
  return format_indent_kind(f, k) == KEYWORD_END && f->at_start &&
         !parenthesis_of(f);
}

static bool closes_parenthesis(TokenKind kind)
{
  return kind == TOKEN_RPAREN || kind == TOKEN_RBRACKET || kind == TOKEN_RBRACE;
}

int format_indent_of(const FormatIndent *f, int k)
{
  const OpenPart *p = parenthesis_of(f);
  if (p)
    return p->line +
           (closes_parenthesis(format_indent_kind(f, k)) ? 0 : INDENT);
  if (format_indent_is_section(f, k) || is_branch(f, k) || is_end(f, k))
    return INDENT * (f->depth - 1);
  return format_indent_of_comment(f);
}

/* --- passing tokens --- */

static void open_part(FormatIndent *f, OpenPart part)
{
  f->open = vector_grow(f->arena, f->open, &f->cap_open, f->n_open + 1,
                        sizeof f->open[0]);
  f->open[f->n_open++] = part;
  f->depth += part.kind == OPEN_CLASS || part.kind == OPEN_BLOCK;
}

static void close_part(FormatIndent *f)
{
  assert(f->n_open > 0);
  OpenKind kind = f->open[--f->n_open].kind;
  f->depth -= kind == OPEN_CLASS || kind == OPEN_BLOCK;
}

/* Expressions end with the parenthesis or statement that they are in. */
static void close_expressions(FormatIndent *f)
{
  while (is_innermost(f, OPEN_EXPRESSION)) close_part(f);
}

static void open_parenthesis(FormatIndent *f, int k)
{
  assert(f->line >= 0);
  const OpenPart *p = parenthesis_of(f);
  bool follows = k > 0 && format_indent_kind(f, k - 1) == KEYWORD_ANNOTATION;
  open_part(
      f, (OpenPart){.kind = OPEN_PARENTHESIS,
                    .line = f->line,
                    .is_annotation = follows || (p && p->is_annotation),
                    .is_bracket = format_indent_kind(f, k) == TOKEN_LBRACKET});
}

/* Does token k, with the name after it, begin a class that `end` ends? The
 * words are those of class-prefixes (appendix A.2.2). */
static bool begins_class(const FormatIndent *f, int k)
{
  TokenKind kind = format_indent_kind(f, k),
            next = format_indent_kind(f, k + 1);
  if (token_role(kind) != ROLE_CLASS) return false;
  if (next == KEYWORD_EXTENDS) return true;
  return next == TOKEN_IDENT && format_indent_kind(f, k + 2) != TOKEN_EQUALS;
}

static void pass_block(FormatIndent *f, TokenKind kind)
{
  if (f->at_start)
    open_part(f, (OpenPart){.kind = OPEN_BLOCK, .line = f->line});
  else if (kind == KEYWORD_IF)
    open_part(f, (OpenPart){.kind = OPEN_EXPRESSION, .line = f->line});
  f->at_start = false;
}

/* The name of a class has been passed, and a statement may follow. */
static void begin_body(FormatIndent *f)
{
  open_part(f, (OpenPart){.kind = OPEN_CLASS, .line = f->line});
  f->names_class = false;
  f->in_header = f->at_start = true;
}

static void pass_word(FormatIndent *f, TokenKind kind)
{
  bool inside = parenthesis_of(f) != NULL;
  bool in_block = !inside && is_innermost(f, OPEN_BLOCK);
  if (kind == TOKEN_SEMICOLON && inside) return; /* rows of a matrix */
  if (token_role(kind) == ROLE_BLOCK) {
    pass_block(f, kind);
    return;
  }
  if (kind == TOKEN_SEMICOLON) close_expressions(f);
  f->at_start = kind == TOKEN_SEMICOLON ||
                (in_block && (kind == KEYWORD_THEN || kind == KEYWORD_LOOP ||
                              kind == KEYWORD_ELSE));
  if (kind == KEYWORD_ELSE && is_innermost(f, OPEN_EXPRESSION)) close_part(f);
}

void format_indent_pass(FormatIndent *f, int k, int line)
{
  assert(k >= 0 && k < f->tokens->n_tokens && line >= 0);
  TokenKind kind = format_indent_kind(f, k);
  bool describes = f->in_header && (kind == TOKEN_STRING || kind == TOKEN_PLUS);
  f->line = line;
  if (describes) return; /* the description of a class */
  if (kind == TOKEN_LPAREN || kind == TOKEN_LBRACKET || kind == TOKEN_LBRACE) {
    open_parenthesis(f, k);
  } else if (closes_parenthesis(kind)) {
    close_expressions(f);
    close_part(f);
  } else if (format_indent_is_section(f, k)) {
    f->in_header = false;
    f->at_start = kind != KEYWORD_EXTERNAL;
  } else if (is_end(f, k)) {
    f->in_header = f->at_start = false;
    close_part(f);
    /* "end if": what follows is no beginning */
  } else if (f->names_class) {
    if (kind == TOKEN_IDENT) begin_body(f);
  } else if (!parenthesis_of(f) && begins_class(f, k)) {
    f->names_class = true;
    f->at_start = false;
  } else if (!(f->in_header && parenthesis_of(f))) {
    f->in_header = false;
    pass_word(f, kind);
  }
}
