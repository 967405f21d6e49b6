/* format_indent.h: how far a line is indented, by what is open where it begins.
 *
 *   model M                       class M
 *     parameter Real L(             ( of this line
 *       min = 0) = 1
 *       "length";                 the rest of a statement
 *   equation                      as far as its class
 *     when x > 0 then             a block
 *       y = 1;
 *     end when;
 *   end M;
 *
 * needs   the tokens in order, of a text that parses
 * gives   before each of them: the indentation of a line that begins with it,
 *         and of a comment before it
 * cost    linear; the open ones are kept in a list
 */
#ifndef FOUCAULT_FORMAT_FORMAT_INDENT_H
#define FOUCAULT_FORMAT_FORMAT_INDENT_H

#include "format/format_blanks.h"

typedef enum OpenKind {
  OPEN_CLASS,
  OPEN_BLOCK,      /* if, for, when, while as equations or statements */
  OPEN_EXPRESSION, /* if inside of an expression, up to its else */
  OPEN_PARENTHESIS /* of any kind */
} OpenKind;

typedef struct OpenPart {
  OpenKind kind;
  int line;           /* indentation of the line that it begins in */
  bool is_annotation; /* parentheses: so is all inside of them */
  bool is_bracket;
} OpenPart;

typedef struct FormatIndent {
  const FormatTokens *tokens;
  Arena *arena;
  OpenPart *open;
  int n_open, cap_open;
  int depth;        /* classes and blocks that are open */
  int line;         /* indentation of the line at hand */
  bool at_start;    /* a statement begins with the next token */
  bool in_header;   /* of a class: its description may follow */
  bool names_class; /* the next identifier is the name of a class */
} FormatIndent;

FormatIndent format_indent_begin(const FormatTokens *tokens, Arena *arena);

/* Of token k, all before it being passed. */
int format_indent_of(const FormatIndent *f, int k);
int format_indent_of_comment(const FormatIndent *f);
FormatContext format_indent_context(const FormatIndent *f);

/* Passes token k, which stands in a line of this indentation. */
void format_indent_pass(FormatIndent *f, int k, int line);

#endif
