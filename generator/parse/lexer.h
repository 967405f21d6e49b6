/* lexer.h: source text to tokens, one at a time.
 *
 * needs   any bytes; a zero after the last one
 * gives   tokens in order, then TOKEN_END_OF_FILE for ever
 * fails   E110 to E112, once per fault, and TOKEN_BAD in its place
 * cost    linear; no memory but for new names
 */
#ifndef FOUCAULT_PARSE_LEXER_H
#define FOUCAULT_PARSE_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/session.h"
#include "parse/token.h"

typedef struct Lexer {
  Session *s;
  const char *bytes;
  int32_t length;
  int32_t at;     /* offset of the next byte */
  int32_t source; /* index in the session */
  bool quiet;     /* faults are passed over without a word */
  bool cut_off;   /* the end was reached inside a comment or string */
  /* keywords that begin with 'a' + i: [first_keyword[i], [i + 1]) */
  uint8_t first_keyword[27];
} Lexer;

Lexer lexer_make(Session *s, int source);
void lexer_next(Lexer *lexer, Token *token);

/* The value of a TOKEN_STRING: escapes resolved, line ends as "\n". Lives in
 * the arena; *length does not count the zero after it. An unknown escape or a
 * zero byte is E110, once per string. */
const char *lexer_string(Lexer *lexer, const Token *token, Arena *arena,
                         size_t *length);

/* As written in the grammar: "equation", ":=". NULL for kinds without one. */
const char *token_kind_text(TokenKind kind);
TokenRole token_role(TokenKind kind);

#endif
