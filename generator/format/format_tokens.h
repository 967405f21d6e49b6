/* format_tokens.h: the tokens of a file, with what stands between them.
 *
 * needs   a registered source
 * gives   all tokens up to the end of the file, and of each how it was written
 * owner   the arena
 * cost    linear
 */
#ifndef FOUCAULT_FORMAT_FORMAT_TOKENS_H
#define FOUCAULT_FORMAT_FORMAT_TOKENS_H

#include "base/session.h"
#include "parse/token.h"

typedef struct FormatToken {
  TokenKind kind;
  int32_t begin, end;
  bool begins_line;  /* a line break before it, outside of comments */
  bool after_blank;  /* that, a blank or a comment */
  bool before_blank; /* the same after it */
  bool is_unary;     /* + and - before an operand */
} FormatToken;

typedef struct FormatTokens {
  FormatToken *token; /* the last one is TOKEN_END_OF_FILE */
  int n_tokens, cap_tokens;
} FormatTokens;

FormatTokens format_tokens(Session *s, int source, Arena *arena);

/* What stands between tokens, one piece after the other: a comment, or what
 * is between two of them. */
typedef struct FormatGap {
  const char *bytes;
  int32_t at, end;
} FormatGap;

typedef struct FormatComment {
  int32_t begin, end;
  int n_breaks;     /* lines that end before it, since the last piece */
  int n_blanks;     /* before it, in its line */
  bool ends_a_line; /* it is one of those that go to the end of the line */
} FormatComment;

/* The next comment of the gap; false: there is none, and n_breaks and n_blanks
 * are those before the token. */
bool format_gap_next(FormatGap *gap, FormatComment *comment);

#endif
