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
/* All keywords, in alphabetical order: the lexer searches by first letter. */
#define TOKEN_KEYWORDS(X)                                                    \
  X(ALGORITHM, "algorithm") X(AND, "and") X(ANNOTATION, "annotation")        \
  X(BLOCK, "block") X(BREAK, "break") X(CLASS, "class")                      \
  X(CONNECT, "connect") X(CONNECTOR, "connector") X(CONSTANT, "constant")    \
  X(CONSTRAINEDBY, "constrainedby") X(DER, "der") X(DISCRETE, "discrete")    \
  X(EACH, "each") X(ELSE, "else") X(ELSEIF, "elseif")                        \
  X(ELSEWHEN, "elsewhen") X(ENCAPSULATED, "encapsulated") X(END, "end")      \
  X(ENUMERATION, "enumeration") X(EQUATION, "equation")                      \
  X(EXPANDABLE, "expandable") X(EXTENDS, "extends") X(EXTERNAL, "external")  \
  X(FALSE, "false") X(FINAL, "final") X(FLOW, "flow") X(FOR, "for")          \
  X(FUNCTION, "function") X(IF, "if") X(IMPORT, "import")                    \
  X(IMPURE, "impure") X(IN, "in") X(INITIAL, "initial") X(INNER, "inner")    \
  X(INPUT, "input") X(LOOP, "loop") X(MODEL, "model") X(NOT, "not")          \
  X(OPERATOR, "operator") X(OR, "or") X(OUTER, "outer") X(OUTPUT, "output")  \
  X(PACKAGE, "package") X(PARAMETER, "parameter") X(PARTIAL, "partial")      \
  X(PROTECTED, "protected") X(PUBLIC, "public") X(PURE, "pure")              \
  X(RECORD, "record") X(REDECLARE, "redeclare")                              \
  X(REPLACEABLE, "replaceable") X(RETURN, "return") X(STREAM, "stream")      \
  X(THEN, "then") X(TRUE, "true") X(TYPE, "type") X(WHEN, "when")            \
  X(WHILE, "while") X(WITHIN, "within")

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
#define X(name, text) KEYWORD_##name,
  TOKEN_KEYWORDS(X)
#undef X
  N_TOKEN_KINDS
} TokenKind;
/* clang-format on */

#define FIRST_KEYWORD KEYWORD_ALGORITHM

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
