/* lexer.c: the lexical conventions of Modelica 3.6, appendix A.1.
 *
 * The text ends with a zero byte, which belongs to no token: the scanning
 * loops need no test for the end of the text but where a zero may be part of
 * what they scan (comments, strings).
 */
#include "parse/lexer.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/utf8.h"

/* clang-format off */
static const char *const kind_text[N_TOKEN_KINDS] = {
#define X(name, text) [TOKEN_##name] = text,
  TOKEN_SYMBOLS(X)
#undef X
#define X(name, text, role) [KEYWORD_##name] = text,
  TOKEN_KEYWORDS(X)
#undef X
};

static const uint8_t keyword_length[N_TOKEN_KINDS] = {
#define X(name, text, role) [KEYWORD_##name] = sizeof text - 1,
  TOKEN_KEYWORDS(X)
#undef X
};

static const TokenRole kind_role[N_TOKEN_KINDS] = {
#define X(name, text, role) [KEYWORD_##name] = ROLE_##role,
  TOKEN_KEYWORDS(X)
#undef X
};
/* clang-format on */

TokenRole token_role(TokenKind kind)
{
  assert((int)kind >= 0 && kind < N_TOKEN_KINDS);
  return kind_role[kind];
}

const char *token_kind_text(TokenKind kind)
{
  assert((int)kind >= 0 && kind < N_TOKEN_KINDS);
  return kind_text[kind];
}

Lexer lexer_make(Session *s, int source)
{
  const SourceText *text = session_source(s, source);
  assert(text->bytes[text->length] == 0);
  Lexer lexer = {
      .s = s, .bytes = text->bytes, .length = text->length, .source = source};
  int kind = FIRST_KEYWORD;
  for (int i = 0; i < 27; i++) {
    while (kind < N_TOKEN_KINDS && kind_text[kind][0] < 'a' + i) kind++;
    lexer.first_keyword[i] = (uint8_t)kind;
  }
  assert(lexer.first_keyword[26] == N_TOKEN_KINDS);
  if (text->length >= 3 && memcmp(text->bytes, "\xEF\xBB\xBF", 3) == 0) {
    lexer.at = 3; /* byte order mark */
  }
  return lexer;
}

/* --- faults --- */

static Span span_of(const Lexer *lexer, int32_t begin, int32_t end)
{
  assert(begin <= end && end <= lexer->length);
  return (Span){lexer->source, begin, end};
}

/* The text ends inside what began at `begin`: nothing after it is known. */
static void unclosed(Lexer *lexer, int32_t begin, const char *what)
{
  lexer->at = lexer->length;
  lexer->cut_off = true;
  if (lexer->quiet) return;
  diagnostic_error(lexer->s, span_of(lexer, begin, begin + 1), E111,
                   "%s is opened here and never closed", what);
}

/* What the writer may have meant by a character Modelica does not know. */
static const char *hint_for(uint32_t c)
{
  switch (c) {
  case '&': return "the logical operator is 'and'";
  case '|': return "the logical operator is 'or'";
  case '!': return "write 'not' for negation and '<>' for unequal";
  case '%': return "the remainder is mod(a, b); comments begin with //";
  case '#': return "comments begin with //";
  case 0xA0: return "this is a no-break space; type a plain space";
  case 0x2013:
  case 0x2014:
  case 0x2212: return "this is a typographic dash; type a plain '-'";
  case 0x2018:
  case 0x2019: return "this is a typographic quote; type a plain one";
  case 0x201C:
  case 0x201D: return "this is a typographic quote; type a plain \"";
  case 0xB7:
  case 0xD7: return "the product is written '*'";
  default:
    return c > 0x7F ? "names are made of ASCII letters, digits and '_'" : NULL;
  }
}

/* One diagnostic for the character at `at` and the same ones after it. */
static void unknown_character(Lexer *lexer, int32_t at)
{
  const char *bytes = lexer->bytes + at;
  uint32_t c = 0;
  int length = utf8_decode(bytes, (size_t)(lexer->length - at), &c);
  bool valid = length > 0;
  if (!valid) length = 1;
  lexer->at = at;
  do {
    lexer->at += length;
  } while (lexer->at <= lexer->length - length &&
           memcmp(lexer->bytes + lexer->at, bytes, (size_t)length) == 0);
  if (lexer->quiet) return;

  Span span = span_of(lexer, at, lexer->at);
  if (!valid || c < 0x20 || c == 0x7F) {
    diagnostic_error(lexer->s, span, E110,
                     "byte 0x%02X does not belong into Modelica text",
                     (unsigned)(unsigned char)bytes[0]);
    return;
  }
  Diagnostic *d =
      diagnostic_error(lexer->s, span, E110,
                       "the character '%.*s' is not Modelica", length, bytes);
  const char *hint = hint_for(c);
  if (hint) diagnostic_note(lexer->s, d, NO_SPAN, "%s", hint);
}

/* --- white space and comments --- */

static bool skip_block_comment(Lexer *lexer)
{
  int32_t begin = lexer->at;
  const char *p = lexer->bytes + begin + 2;
  const char *end = lexer->bytes + lexer->length;
  while ((p = memchr(p, '*', (size_t)(end - p)))) {
    p++;
    if (*p == '/') {
      lexer->at = (int32_t)(p + 1 - lexer->bytes);
      return true;
    }
  }
  unclosed(lexer, begin, "a comment");
  return false;
}

static void skip_line_comment(Lexer *lexer)
{
  const char *p = lexer->bytes + lexer->at;
  const char *end = memchr(p, '\n', (size_t)(lexer->length - lexer->at));
  lexer->at = end ? (int32_t)(end - lexer->bytes) : lexer->length;
}

/* To the next token; false if a comment has no end. */
static bool skip_space(Lexer *lexer)
{
  for (;;) {
    const char *p = lexer->bytes + lexer->at;
    while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
    lexer->at = (int32_t)(p - lexer->bytes);
    if (p[0] != '/') return true;
    if (p[1] == '/')
      skip_line_comment(lexer);
    else if (p[1] != '*')
      return true;
    else if (!skip_block_comment(lexer))
      return false;
  }
}

/* --- names --- */

enum { LETTER = 1, DIGIT = 2 };

/* clang-format off */
static const uint8_t character_class[256] = {
  ['_'] = LETTER,
  ['a'] = LETTER, ['b'] = LETTER, ['c'] = LETTER, ['d'] = LETTER,
  ['e'] = LETTER, ['f'] = LETTER, ['g'] = LETTER, ['h'] = LETTER,
  ['i'] = LETTER, ['j'] = LETTER, ['k'] = LETTER, ['l'] = LETTER,
  ['m'] = LETTER, ['n'] = LETTER, ['o'] = LETTER, ['p'] = LETTER,
  ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER, ['t'] = LETTER,
  ['u'] = LETTER, ['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER,
  ['y'] = LETTER, ['z'] = LETTER,
  ['A'] = LETTER, ['B'] = LETTER, ['C'] = LETTER, ['D'] = LETTER,
  ['E'] = LETTER, ['F'] = LETTER, ['G'] = LETTER, ['H'] = LETTER,
  ['I'] = LETTER, ['J'] = LETTER, ['K'] = LETTER, ['L'] = LETTER,
  ['M'] = LETTER, ['N'] = LETTER, ['O'] = LETTER, ['P'] = LETTER,
  ['Q'] = LETTER, ['R'] = LETTER, ['S'] = LETTER, ['T'] = LETTER,
  ['U'] = LETTER, ['V'] = LETTER, ['W'] = LETTER, ['X'] = LETTER,
  ['Y'] = LETTER, ['Z'] = LETTER,
  ['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT,
  ['4'] = DIGIT, ['5'] = DIGIT, ['6'] = DIGIT, ['7'] = DIGIT,
  ['8'] = DIGIT, ['9'] = DIGIT,
};
/* clang-format on */

static int class_of(char c)
{
  return character_class[(unsigned char)c];
}

/* The keyword with these bytes, or TOKEN_IDENT. */
static TokenKind keyword_or_ident(const Lexer *lexer, const char *text,
                                  size_t n)
{
  if (text[0] < 'a' || text[0] > 'z') return TOKEN_IDENT;
  const uint8_t *range = &lexer->first_keyword[text[0] - 'a'];
  for (int kind = range[0]; kind < range[1]; kind++) {
    if (keyword_length[kind] == n && memcmp(kind_text[kind], text, n) == 0) {
      return (TokenKind)kind;
    }
  }
  return TOKEN_IDENT;
}

static void lex_word(Lexer *lexer, Token *token)
{
  const char *text = lexer->bytes + token->begin;
  const char *p = text + 1;
  while (class_of(*p)) p++;
  size_t n = (size_t)(p - text);
  lexer->at = (int32_t)(p - lexer->bytes);
  token->kind = keyword_or_ident(lexer, text, n);
  if (token->kind == TOKEN_IDENT) {
    token->name = session_name_n(lexer->s, text, n);
  }
}

static bool is_escape(char c)
{
  return c != 0 && strchr("'\"?\\abfnrtv", c) != NULL;
}

/* One character or escape of a quoted name: its length, 0 if not allowed. */
static int quoted_character(const char *p)
{
  if (*p == '\\') return is_escape(p[1]) ? 2 : 0;
  return *p >= 0x20 && *p < 0x7F ? 1 : 0;
}

/* \? and \" mean the same as ? and " in a name: one spelling is kept. */
static Name intern_quoted(Lexer *lexer, const char *text, size_t n)
{
  assert(n >= 2 && text[0] == '\'' && text[n - 1] == '\'');
  if (!memchr(text, '\\', n)) return session_name_n(lexer->s, text, n);

  ArenaMark mark = arena_mark(session_scratch(lexer->s));
  char *plain = arena_alloc(session_scratch(lexer->s), n);
  size_t length = 0;
  for (size_t i = 0; i < n; i++) {
    bool escape = text[i] == '\\';
    bool redundant = escape && (text[i + 1] == '?' || text[i + 1] == '"');
    if (escape && !redundant) plain[length++] = text[i];
    if (escape) i++;
    plain[length++] = text[i];
  }
  Name name = session_name_n(lexer->s, plain, length);
  arena_release(mark);
  return name;
}

/* The lexer stands at the byte that does not fit. */
static void bad_quoted_name(Lexer *lexer, Token *token)
{
  int32_t at = lexer->at;
  const char *rest = lexer->bytes + at;
  size_t n = strcspn(rest, "'\r\n"); /* a zero byte ends it as well */
  bool closed = rest[n] == '\'';
  lexer->at += (int32_t)n + closed;
  token->kind = TOKEN_BAD;
  if (lexer->quiet) return;
  if (closed) {
    diagnostic_error(lexer->s, span_of(lexer, at, at + 1), E110,
                     "a quoted name may hold printable ASCII characters and "
                     "the escapes of strings only");
  } else {
    Diagnostic *d =
        diagnostic_error(lexer->s, span_of(lexer, token->begin, at), E111,
                         "the quoted name is not closed on its line");
    int32_t before = token->begin - 1;
    if (before >= 0 && isalnum((unsigned char)lexer->bytes[before]))
      diagnostic_note(lexer->s, d, NO_SPAN,
                      "the derivative by time is der(x), the transposed "
                      "matrix transpose(A)");
  }
}

static void lex_quoted_name(Lexer *lexer, Token *token)
{
  const char *text = lexer->bytes + token->begin;
  const char *p = text + 1;
  while (*p != '\'') {
    int length = quoted_character(p);
    if (length == 0) break;
    p += length;
  }
  lexer->at = (int32_t)(p - lexer->bytes);
  if (*p == '\'') {
    lexer->at++;
    token->kind = TOKEN_IDENT;
    token->name = intern_quoted(lexer, text, (size_t)(p + 1 - text));
    return;
  }
  bad_quoted_name(lexer, token);
}

/* --- numbers --- */

/* The digits of a number read so far: value = mantissa * 10^exponent, exact
 * as long as `digits` is at most 19. */
typedef struct Decimal {
  uint64_t mantissa;
  int digits;
  int exponent;
} Decimal;

static const char *read_digits(const char *p, Decimal *d, bool fraction)
{
  for (; class_of(*p) == DIGIT; p++) {
    if (d->digits > 0 || *p != '0') d->digits++;
    if (d->digits <= 19) {
      d->mantissa = d->mantissa * 10 + (uint64_t)(*p - '0');
      if (fraction) d->exponent--;
    }
  }
  return p;
}

/* [ (e|E) [+|-] digits ]; *malformed if the digits are missing. */
static const char *lexer_read_exponent(const char *p, Decimal *d,
                                       bool *malformed)
{
  if (*p != 'e' && *p != 'E') return p;
  p++;
  bool negative = *p == '-';
  if (*p == '+' || *p == '-') p++;
  *malformed = class_of(*p) != DIGIT;
  int value = 0;
  for (; class_of(*p) == DIGIT; p++) {
    if (value < 100000) value = value * 10 + (*p - '0');
  }
  d->exponent += negative ? -value : value;
  return p;
}

/* Where the mantissa and the power of ten are exact doubles, one operation
 * rounds correctly (Clinger, PLDI 1990); all else is left to strtod. */
static double decimal_value(const Decimal *d, const char *text)
{
  static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (d->digits <= 15 && d->exponent >= -22 && d->exponent <= 22) {
    double mantissa = (double)d->mantissa;
    return d->exponent < 0 ? mantissa / power[-d->exponent]
                           : mantissa * power[d->exponent];
  }
  return strtod(text, NULL);
}

static void bad_number(Lexer *lexer, Token *token, const char *why)
{
  token->kind = TOKEN_BAD;
  if (lexer->quiet) return;
  diagnostic_error(lexer->s, span_of(lexer, token->begin, lexer->at), E112,
                   "%s", why);
}

static void lex_number(Lexer *lexer, Token *token)
{
  const char *text = lexer->bytes + token->begin;
  Decimal d = {0};
  const char *p = read_digits(text, &d, false);
  const char *integer_end = p;
  if (*p == '.') p = read_digits(p + 1, &d, true);
  bool malformed = false;
  p = lexer_read_exponent(p, &d, &malformed);
  lexer->at = (int32_t)(p - lexer->bytes);

  if (malformed) {
    bad_number(lexer, token, "the exponent of this number has no digits");
  } else if (p == integer_end) {
    token->kind = TOKEN_INTEGER;
    token->integer = (int64_t)d.mantissa;
    if (d.digits > 19 || d.mantissa > INT64_MAX) {
      bad_number(lexer, token, "this integer is too large (64 bits)");
    }
  } else {
    token->kind = TOKEN_REAL;
    token->real = decimal_value(&d, text);
    if (!isfinite(token->real)) {
      bad_number(lexer, token, "this number is too large for a Real");
    }
  }
}

/* --- strings --- */

static void lex_string(Lexer *lexer, Token *token)
{
  const char *p = lexer->bytes + token->begin + 1;
  const char *end = lexer->bytes + lexer->length;
  for (; p < end && *p != '"'; p++) {
    if (*p == '\\' && p + 1 < end) p++;
  }
  if (p >= end) {
    token->kind = TOKEN_BAD;
    unclosed(lexer, token->begin, "a string");
    return;
  }
  token->kind = TOKEN_STRING;
  lexer->at = (int32_t)(p + 1 - lexer->bytes);
}

static char escaped_character(char c)
{
  switch (c) {
  case 'a': return '\a';
  case 'b': return '\b';
  case 'f': return '\f';
  case 'n': return '\n';
  case 'r': return '\r';
  case 't': return '\t';
  case 'v': return '\v';
  default: return c; /* ' " ? and \ stand for themselves */
  }
}

/* Only the first fault of a string is reported. */
static void bad_string_byte(Lexer *lexer, const char *p, int32_t n,
                            const char *why, bool *is_reported)
{
  if (lexer->quiet || *is_reported) return;
  *is_reported = true;
  int32_t at = (int32_t)(p - lexer->bytes);
  diagnostic_error(lexer->s, span_of(lexer, at, at + n), E110, "%s", why);
}

/* Copies [p, end) up to the first byte that needs a thought. */
static const char *copy_plain(const char *p, const char *end, char **to)
{
  const char *from = p;
  while (p < end && *p != '\\' && *p != '\r' && *p != 0) p++;
  memcpy(*to, from, (size_t)(p - from));
  *to += p - from;
  return p;
}

const char *lexer_string(Lexer *lexer, const Token *token, Arena *arena,
                         size_t *length)
{
  assert(token->kind == TOKEN_STRING);
  const char *p = lexer->bytes + token->begin + 1;
  const char *end = lexer->bytes + token->end - 1;
  char *text = arena_alloc(arena, (size_t)(end - p) + 1);
  char *to = text;
  bool is_reported = false;
  while ((p = copy_plain(p, end, &to)) < end) {
    if (*p == '\r') {
      if (p[1] != '\n') *to++ = *p;
      p++;
    } else if (*p == 0) {
      bad_string_byte(lexer, p++, 1, "a string cannot hold a zero byte",
                      &is_reported);
    } else {
      if (is_escape(p[1])) {
        *to++ = escaped_character(p[1]);
      } else {
        bad_string_byte(lexer, p, 2,
                        "unknown escape in a string; a backslash itself is "
                        "written \\\\",
                        &is_reported);
      }
      p += 2;
    }
  }
  assert(to <= text + (token->end - token->begin) - 2);
  *to = 0;
  *length = (size_t)(to - text);
  return text;
}

/* --- symbols --- */

static void symbol(Lexer *lexer, Token *token, TokenKind kind, int length)
{
  assert(token->begin + length <= lexer->length);
  token->kind = kind;
  lexer->at = token->begin + length;
}

static void lex_dot(Lexer *lexer, Token *token, char next)
{
  switch (next) {
  case '+': symbol(lexer, token, TOKEN_EL_PLUS, 2); break;
  case '-': symbol(lexer, token, TOKEN_EL_MINUS, 2); break;
  case '*': symbol(lexer, token, TOKEN_EL_STAR, 2); break;
  case '/': symbol(lexer, token, TOKEN_EL_SLASH, 2); break;
  case '^': symbol(lexer, token, TOKEN_EL_POWER, 2); break;
  default:
    if (class_of(next) == DIGIT)
      lex_number(lexer, token);
    else
      symbol(lexer, token, TOKEN_DOT, 1);
  }
}

static void lex_less(Lexer *lexer, Token *token, char next)
{
  if (next == '=')
    symbol(lexer, token, TOKEN_LESS_EQUAL, 2);
  else if (next == '>')
    symbol(lexer, token, TOKEN_NOT_EQUAL, 2);
  else
    symbol(lexer, token, TOKEN_LESS, 1);
}

/* A symbol that may be followed by '='. */
static void lex_with_equals(Lexer *lexer, Token *token, char next,
                            TokenKind alone, TokenKind with)
{
  if (next == '=')
    symbol(lexer, token, with, 2);
  else
    symbol(lexer, token, alone, 1);
}

static void lex_symbol(Lexer *lexer, Token *token)
{
  const char *p = lexer->bytes + token->begin;
  switch (p[0]) {
  case '(': symbol(lexer, token, TOKEN_LPAREN, 1); break;
  case ')': symbol(lexer, token, TOKEN_RPAREN, 1); break;
  case '[': symbol(lexer, token, TOKEN_LBRACKET, 1); break;
  case ']': symbol(lexer, token, TOKEN_RBRACKET, 1); break;
  case '{': symbol(lexer, token, TOKEN_LBRACE, 1); break;
  case '}': symbol(lexer, token, TOKEN_RBRACE, 1); break;
  case ',': symbol(lexer, token, TOKEN_COMMA, 1); break;
  case ';': symbol(lexer, token, TOKEN_SEMICOLON, 1); break;
  case '+': symbol(lexer, token, TOKEN_PLUS, 1); break;
  case '-': symbol(lexer, token, TOKEN_MINUS, 1); break;
  case '*': symbol(lexer, token, TOKEN_STAR, 1); break;
  case '/': symbol(lexer, token, TOKEN_SLASH, 1); break;
  case '^': symbol(lexer, token, TOKEN_POWER, 1); break;
  case '.': lex_dot(lexer, token, p[1]); break;
  case '<': lex_less(lexer, token, p[1]); break;
  case '>':
    lex_with_equals(lexer, token, p[1], TOKEN_GREATER, TOKEN_GREATER_EQUAL);
    break;
  case '=':
    lex_with_equals(lexer, token, p[1], TOKEN_EQUALS, TOKEN_EQUAL);
    break;
  case ':':
    lex_with_equals(lexer, token, p[1], TOKEN_COLON, TOKEN_ASSIGN);
    break;
  default: token->kind = TOKEN_BAD; unknown_character(lexer, token->begin);
  }
}

void lexer_next(Lexer *lexer, Token *token)
{
  bool closed = skip_space(lexer);
  token->begin = lexer->at;
  char c = lexer->bytes[lexer->at];
  int class = class_of(c);
  if (class == LETTER)
    lex_word(lexer, token);
  else if (class == DIGIT)
    lex_number(lexer, token);
  else if (c == '"')
    lex_string(lexer, token);
  else if (c == '\'')
    lex_quoted_name(lexer, token);
  else if (lexer->at < lexer->length)
    lex_symbol(lexer, token);
  else
    token->kind = closed ? TOKEN_END_OF_FILE : TOKEN_BAD;
  assert(lexer->at >= token->begin && lexer->at <= lexer->length);
  token->end = lexer->at;
}
