/* token.h: the lexical units of Modelica.
 *
 * A token is a range of source bytes with its kind. Only what the lexer knows
 * anyway is kept beside it: the interned name, the number. The value of a
 * string is resolved later, and only if somebody needs it (lexer_string).
 */
#ifndef FOUCAULT_PARSE_TOKEN_H
#define FOUCAULT_PARSE_TOKEN_H

#include <stdint.h>

#include "base/interned_string.h"

/* clang-format off */
/* All keywords, in alphabetical order: the lexer searches by first letter. The
 * role of each is a TokenRole. */
#define TOKEN_KEYWORDS(X)                                                    \
  X(ALGORITHM, "algorithm", SECTION) X(AND, "and", OTHER)                    \
  X(ANNOTATION, "annotation", CLOSE) X(BLOCK, "block", CLASS)                \
  X(BREAK, "break", OTHER) X(CLASS, "class", CLASS)                          \
  X(CONNECT, "connect", OTHER) X(CONNECTOR, "connector", CLASS)              \
  X(CONSTANT, "constant", ELEMENT)                                           \
  X(CONSTRAINEDBY, "constrainedby", OTHER) X(DER, "der", OTHER)              \
  X(DISCRETE, "discrete", ELEMENT) X(EACH, "each", OTHER)                    \
  X(ELSE, "else", BRANCH) X(ELSEIF, "elseif", BRANCH)                        \
  X(ELSEWHEN, "elsewhen", BRANCH) X(ENCAPSULATED, "encapsulated", CLASS)     \
  X(END, "end", CLOSE) X(ENUMERATION, "enumeration", OTHER)                  \
  X(EQUATION, "equation", SECTION) X(EXPANDABLE, "expandable", CLASS)        \
  X(EXTENDS, "extends", ELEMENT) X(EXTERNAL, "external", CLOSE)              \
  X(FALSE, "false", OTHER) X(FINAL, "final", ELEMENT)                        \
  X(FLOW, "flow", ELEMENT) X(FOR, "for", BLOCK)                              \
  X(FUNCTION, "function", CLASS) X(IF, "if", BLOCK)                          \
  X(IMPORT, "import", ELEMENT) X(IMPURE, "impure", CLASS)                    \
  X(IN, "in", OTHER) X(INITIAL, "initial", OTHER)                            \
  X(INNER, "inner", ELEMENT) X(INPUT, "input", ELEMENT)                      \
  X(LOOP, "loop", OTHER) X(MODEL, "model", CLASS) X(NOT, "not", OTHER)       \
  X(OPERATOR, "operator", CLASS) X(OR, "or", OTHER)                          \
  X(OUTER, "outer", ELEMENT) X(OUTPUT, "output", ELEMENT)                    \
  X(PACKAGE, "package", CLASS) X(PARAMETER, "parameter", ELEMENT)            \
  X(PARTIAL, "partial", CLASS) X(PROTECTED, "protected", SECTION)            \
  X(PUBLIC, "public", SECTION) X(PURE, "pure", CLASS)                        \
  X(RECORD, "record", CLASS) X(REDECLARE, "redeclare", ELEMENT)              \
  X(REPLACEABLE, "replaceable", ELEMENT) X(RETURN, "return", OTHER)          \
  X(STREAM, "stream", ELEMENT) X(THEN, "then", OTHER)                        \
  X(TRUE, "true", OTHER) X(TYPE, "type", CLASS) X(WHEN, "when", BLOCK)       \
  X(WHILE, "while", BLOCK) X(WITHIN, "within", OTHER)

#define TOKEN_SYMBOLS(X)                                                     \
  X(LPAREN, "(") X(RPAREN, ")") X(LBRACKET, "[") X(RBRACKET, "]")            \
  X(LBRACE, "{") X(RBRACE, "}") X(COMMA, ",") X(SEMICOLON, ";")              \
  X(COLON, ":") X(DOT, ".") X(ASSIGN, ":=") X(EQUALS, "=")                   \
  X(PLUS, "+") X(MINUS, "-") X(STAR, "*") X(SLASH, "/") X(POWER, "^")        \
  X(EL_PLUS, ".+") X(EL_MINUS, ".-") X(EL_STAR, ".*") X(EL_SLASH, "./")      \
  X(EL_POWER, ".^") X(LESS, "<") X(LESS_EQUAL, "<=") X(GREATER, ">")         \
  X(GREATER_EQUAL, ">=") X(EQUAL, "==") X(NOT_EQUAL, "<>")

typedef enum TokenKind {
  TOKEN_END_OF_FILE,
  TOKEN_BAD,     /* not lexed; the lexer has reported why */
  TOKEN_PANIC,   /* stands for any token while the parser recovers */
  TOKEN_IDENT,   /* name */
  TOKEN_STRING,  /* lexer_string() gives its value */
  TOKEN_INTEGER, /* integer */
  TOKEN_REAL,    /* real */
#define X(name, text) TOKEN_##name,
  TOKEN_SYMBOLS(X)
#undef X
#define X(name, text, role) KEYWORD_##name,
  TOKEN_KEYWORDS(X)
#undef X
  N_TOKEN_KINDS
} TokenKind;
/* clang-format on */

#define FIRST_KEYWORD KEYWORD_ALGORITHM

/* Where in a class a word may stand. */
typedef enum TokenRole {
  ROLE_OTHER,   /* names, literals, symbols, and words inside of others */
  ROLE_CLASS,   /* begins a class */
  ROLE_ELEMENT, /* begins another declaration */
  ROLE_SECTION, /* begins a section */
  ROLE_CLOSE,   /* ends the section before it */
  ROLE_BRANCH,  /* ends a branch, and begins the next one */
  ROLE_BLOCK    /* begins what `end` and the same word end */
} TokenRole;

typedef struct Token {
  TokenKind kind;
  int32_t begin, end; /* byte offsets in the source */
  union {
    Name name;
    int64_t integer;
    double real;
  };
} Token;

#endif
