/* format_tokens.c: see format_tokens.h. */
#include "format/format_tokens.h"

#include <assert.h>

#include "base/vector.h"
#include "parse/lexer.h"

bool format_gap_next(FormatGap *gap, FormatComment *comment)
{
  assert(gap->at >= 0 && gap->end >= 0);
  const char *p = gap->bytes;
  *comment = (FormatComment){0};
  while (gap->at < gap->end && p[gap->at] != '/') {
    bool breaks = p[gap->at] == '\n';
    comment->n_breaks += breaks;
    comment->n_blanks = breaks ? 0 : comment->n_blanks + (p[gap->at] != '\r');
    gap->at++;
  }
  if (gap->at >= gap->end) return false;
  comment->begin = gap->at;
  comment->ends_a_line = p[gap->at + 1] == '/';
  gap->at += 2;
  if (comment->ends_a_line) {
    while (gap->at < gap->end && p[gap->at] != '\n') gap->at++;
    comment->end = gap->at;
    while (comment->end > comment->begin &&
           (p[comment->end - 1] == '\r' || p[comment->end - 1] == ' ' ||
            p[comment->end - 1] == '\t'))
      comment->end--;
    return true;
  }
  while (gap->at < gap->end && !(p[gap->at] == '*' && p[gap->at + 1] == '/'))
    gap->at++;
  gap->at = gap->at + 2 < gap->end ? gap->at + 2 : gap->end;
  comment->end = gap->at;
  return true;
}

static bool begins_line(const char *bytes, int32_t from, int32_t to)
{
  FormatGap gap = {bytes, from, to};
  FormatComment piece;
  bool found = false;
  while (format_gap_next(&gap, &piece)) {
    found = found || piece.n_breaks > 0 || piece.ends_a_line;
  }
  return found || piece.n_breaks > 0;
}

/* Can an operand end with it? */
static bool ends_operand(TokenKind kind)
{
  return kind == TOKEN_IDENT || kind == TOKEN_STRING || kind == TOKEN_INTEGER ||
         kind == TOKEN_REAL || kind == TOKEN_RPAREN || kind == TOKEN_RBRACKET ||
         kind == TOKEN_RBRACE || kind == KEYWORD_END || kind == KEYWORD_TRUE ||
         kind == KEYWORD_FALSE;
}

static bool format_tokens_is_sign(TokenKind kind)
{
  return kind == TOKEN_PLUS || kind == TOKEN_MINUS || kind == TOKEN_EL_PLUS ||
         kind == TOKEN_EL_MINUS;
}

FormatTokens format_tokens(Session *s, int source, Arena *arena)
{
  Lexer lexer = lexer_make(s, source);
  const char *bytes = s->source[source]->bytes;
  FormatTokens list = {0};
  Token token;
  int32_t before = 0;
  TokenKind last = TOKEN_SEMICOLON;
  do {
    lexer_next(&lexer, &token);
    if (list.n_tokens > 0)
      list.token[list.n_tokens - 1].before_blank = token.begin > before;
    list.token = vector_grow(arena, list.token, &list.cap_tokens,
                             list.n_tokens + 1, sizeof list.token[0]);
    list.token[list.n_tokens++] = (FormatToken){
        .kind = token.kind,
        .begin = token.begin,
        .end = token.end,
        .begins_line = begins_line(bytes, before, token.begin),
        .after_blank = token.begin > before,
        .is_unary = format_tokens_is_sign(token.kind) && !ends_operand(last)};
    before = token.end;
    last = token.kind;
  } while (token.kind != TOKEN_END_OF_FILE);
  assert(list.n_tokens > 0);
  return list;
}
