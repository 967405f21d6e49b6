/* format_blanks.c: see format_blanks.h. */
#include "format/format_blanks.h"

#include <assert.h>

static bool opens(TokenKind kind)
{
  return kind == TOKEN_LPAREN || kind == TOKEN_LBRACKET || kind == TOKEN_LBRACE;
}

static bool closes(TokenKind kind)
{
  return kind == TOKEN_RPAREN || kind == TOKEN_RBRACKET || kind == TOKEN_RBRACE;
}

/* Words that a parenthesis follows like the name of a function. */
static bool format_blanks_is_called(TokenKind kind)
{
  return kind == TOKEN_IDENT || kind == KEYWORD_DER ||
         kind == KEYWORD_INITIAL || kind == KEYWORD_PURE ||
         kind == KEYWORD_ANNOTATION || kind == KEYWORD_CONNECT ||
         kind == KEYWORD_ENUMERATION || closes(kind);
}

typedef enum Around {
  AROUND_NONE, /* not an operator of two operands */
  AROUND_TIGHT,
  AROUND_WIDE,
  AROUND_AS_WRITTEN /* a blank on one side: on both */
} Around;

/* Of those that are not in the list there is none. */
static Around around(const FormatToken *t, FormatContext context)
{
  static const Around list[N_TOKEN_KINDS] = {
      [TOKEN_POWER] = AROUND_TIGHT,        [TOKEN_COLON] = AROUND_TIGHT,
      [TOKEN_STAR] = AROUND_AS_WRITTEN,    [TOKEN_SLASH] = AROUND_AS_WRITTEN,
      [TOKEN_PLUS] = AROUND_WIDE,          [TOKEN_MINUS] = AROUND_WIDE,
      [TOKEN_ASSIGN] = AROUND_WIDE,        [TOKEN_EQUALS] = AROUND_WIDE,
      [TOKEN_EL_PLUS] = AROUND_WIDE,       [TOKEN_EL_MINUS] = AROUND_WIDE,
      [TOKEN_EL_STAR] = AROUND_WIDE,       [TOKEN_EL_SLASH] = AROUND_WIDE,
      [TOKEN_EL_POWER] = AROUND_WIDE,      [TOKEN_LESS] = AROUND_WIDE,
      [TOKEN_LESS_EQUAL] = AROUND_WIDE,    [TOKEN_GREATER] = AROUND_WIDE,
      [TOKEN_GREATER_EQUAL] = AROUND_WIDE, [TOKEN_EQUAL] = AROUND_WIDE,
      [TOKEN_NOT_EQUAL] = AROUND_WIDE};
  bool is_sum = t->kind == TOKEN_PLUS || t->kind == TOKEN_MINUS;
  if (t->is_unary) return AROUND_NONE;
  return is_sum && context.in_brackets ? AROUND_AS_WRITTEN : list[t->kind];
}

static bool is_wide(const FormatToken *t, Around how)
{
  return how == AROUND_WIDE ||
         (how == AROUND_AS_WRITTEN && (t->after_blank || t->before_blank));
}

bool format_blank(const FormatToken *left, const FormatToken *right,
                  FormatContext context)
{
  assert(left->end <= right->begin);
  TokenKind a = left->kind, b = right->kind;
  Around of_left = around(left, context), of_right = around(right, context);
  if (a == TOKEN_DOT || (b == TOKEN_DOT && format_blanks_is_called(a)))
    return false;
  if (b == TOKEN_SEMICOLON || b == TOKEN_COMMA) return false;
  if (context.in_annotation) return right->after_blank;
  if (opens(a) || closes(b)) return false;
  if (a == TOKEN_COMMA || a == TOKEN_SEMICOLON) return true;
  if (left->is_unary) return false;
  if (of_left != AROUND_NONE) return is_wide(left, of_left);
  if (of_right != AROUND_NONE) return is_wide(right, of_right);
  if (b == TOKEN_LPAREN) return !format_blanks_is_called(a);
  if (b == TOKEN_LBRACKET) return !format_blanks_is_called(a);
  return true;
}
