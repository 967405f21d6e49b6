/* format.h: the layout of Modelica text.
 *
 * The room format/ lays text out. It calls parse/ and base/. Reading order:
 * this file, format_tokens.h (what is read), format_blanks.h (between two
 * words), format_indent.h (at the begin of a line).
 *
 * Line breaks are the author's, and at most one empty line stays in a row.
 * Indentation and blanks are not: two blanks for each class, block or
 * parenthesis that is open, blanks around = and +, none inside of parentheses.
 * Strings and comments stay byte by byte. Inside of annotations, which tools
 * write, blanks between words stay as well.
 *
 * needs   a registered source that parses without an error
 * gives   its text in that layout: the same tokens and comments in the same
 *         order; laid out again it does not change
 * owner   the arena
 * cost    linear
 */
#ifndef FOUCAULT_FORMAT_FORMAT_H
#define FOUCAULT_FORMAT_FORMAT_H

#include "base/session.h"

typedef struct FormattedText {
  const char *bytes; /* a zero after the last one */
  int32_t length;
} FormattedText;

FormattedText format_source(Session *s, int source, Arena *arena);

/* Have both sources the same tokens and comments? */
bool format_is_same(Session *s, int source, int other);

#endif
