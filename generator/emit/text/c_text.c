/* c_text.c: numbers, literals, comments and line breaks of generated C. */
#include "emit/text/c_text.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/decimal_text.h"
#include "base/text/integer_text.h"
#include "base/text/plain_bytes.h"
#include "base/text/utf8.h"

#define LINE_WIDTH 79
#define STRING_LIMIT 400   /* a reader has seen enough */
#define LITERAL_LIMIT 4095 /* what C99 promises for one literal */
#define CHARACTERS_PER_LINE 10
#define PLACE_LIMIT 120 /* bytes of source text quoted */

size_t c_text_integer(long value, char buffer[C_NUMBER_SIZE])
{
  return integer_text(value, buffer);
}

void c_text_put_integer(FILE *out, long value)
{
  char text[C_NUMBER_SIZE];
  size_t n = c_text_integer(value, text);
  fwrite(text, 1, n, out);
}

/* Most numbers of models are small integers: "%g" would take ten times as
 * long. A negative zero keeps its sign. */
static bool is_small_integer(double value)
{
  return value > -1e9 && value < 1e9 && value == (double)(long)value &&
         !(value == 0 && signbit(value));
}

const char *c_text_digits(double value, char buffer[C_NUMBER_SIZE])
{
  assert(isfinite(value));
  if (is_small_integer(value)) {
    c_text_integer((long)value, buffer);
    return buffer;
  }
  return decimal_text(value, buffer, NULL);
}

const char *c_text_number(double value, char buffer[C_NUMBER_SIZE])
{
  if (isnan(value)) return strcpy(buffer, "NAN");
  if (isinf(value)) return strcpy(buffer, value > 0 ? "HUGE_VAL" : "-HUGE_VAL");
  c_text_digits(value, buffer);
  /* 3 would be an int. */
  if (!strpbrk(buffer, ".e")) strcat(buffer, ".0");
  return buffer;
}

/* ? could begin a trigraph. */
static bool c_text_is_special(unsigned char c)
{
  return c == '"' || c == '\\' || c == '?' || c < 0x20 || c >= 0x7f;
}

static void c_text_put_special(FILE *out, unsigned char c)
{
  if (c < 0x20 || c >= 0x7f) {
    fprintf(out, "\\%03o", c);
  } else {
    fprintf(out, "\\%c", c);
  }
}

/* The end of the text, or a place before the limit between two characters. */
static size_t cut(const char *text, size_t limit)
{
  size_t n = strlen(text);
  if (n <= limit) return n;
  n = limit;
  while (n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80) n--;
  return n;
}

/* The first n bytes, without quotes. */
static void c_text_put_quoted(FILE *out, const char *text, size_t n)
{
  for (size_t k = 0; k < n;) {
    size_t begin = k;
    while (k < n && !c_text_is_special((unsigned char)text[k])) k++;
    if (k > begin) fwrite(text + begin, 1, k - begin, out);
    if (k < n) c_text_put_special(out, (unsigned char)text[k++]);
  }
}

/* The texts of a large model are its names and equations, nearly all plain:
 * these are written at once. */
void c_text_string(FILE *out, const char *text)
{
  static const unsigned char special[] = {'"', '\\', '?'};
  char plain[STRING_LIMIT + 2];
  size_t n = strlen(text);
  if (n <= STRING_LIMIT && plain_bytes(text, n, special, 3)) {
    plain[0] = plain[n + 1] = '"';
    memcpy(plain + 1, text, n);
    fwrite(plain, 1, n + 2, out);
    return;
  }
  n = cut(text, STRING_LIMIT);
  putc('"', out);
  c_text_put_quoted(out, text, n);
  if (text[n]) fputs("...", out);
  putc('"', out);
}

/* Constants of characters, not numbers: those have the sign of char. */
static void put_characters(FILE *out, const char *text, size_t n)
{
  fputs("(const char[]){", out);
  for (size_t k = 0; k < n; k++) {
    if (k % CHARACTERS_PER_LINE == 0) fputs("\n  ", out);
    fprintf(out, "'\\%o',", (unsigned char)text[k]);
  }
  fputs("0}", out);
}

void c_text_value(FILE *out, const char *text)
{
  size_t n = strlen(text);
  if (n >= LITERAL_LIMIT) {
    put_characters(out, text, n);
    return;
  }
  putc('"', out);
  c_text_put_quoted(out, text, n);
  putc('"', out);
}

/* Characters that change the direction of what follows could make a comment
 * look like code; compilers warn about them. */
static bool changes_direction(uint32_t c)
{
  return c == 0x061c || c == 0x200e || c == 0x200f ||
         (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* Would this byte after the previous one begin or end something? */
static bool joins(char previous, char c)
{
  return (previous == '*' && c == '/') || (previous == '/' && c == '*') ||
         (previous == '/' && c == '/') || (previous == '?' && c == '?');
}

void c_text_comment(FILE *out, const char *text)
{
  size_t n = strlen(text);
  char previous = ' ';
  for (size_t k = 0; k < n;) {
    uint32_t c;
    int length = utf8_decode(text + k, n - k, &c);
    if (length == 1 && c >= 0x20 && c < 0x7f) {
      if (joins(previous, text[k])) putc(' ', out);
      putc(text[k], out);
      previous = text[k];
    } else {
      bool plain = length > 1 && c >= 0xa0 && !changes_direction(c);
      if (plain) {
        fwrite(text + k, 1, (size_t)length, out);
      } else {
        putc(isspace((unsigned char)text[k]) ? ' ' : '.', out);
      }
      previous = ' ';
    }
    k += length > 0 ? (size_t)length : 1;
  }
  /* The caller closes the comment: "/" alone would be "/ * /". */
  if (previous == '*' || previous == '\\') putc(' ', out);
}

/* A line may end at this blank: an operator stays with its left operand. */
static bool is_break(const char *text, size_t k)
{
  return text[k] == ' ' && !strchr("+-*/=<>?:&|", text[k + 1]);
}

/* How much of the text goes into `width` columns: up to a blank, or up to
 * the first one where nothing shorter can be had. */
static size_t line_end(const char *text, size_t width)
{
  size_t n = strlen(text);
  if (n <= width) return n;
  size_t k = width;
  while (k > 0 && !is_break(text, k)) k--;
  if (k > 0) return k;
  k = width;
  while (k < n && !is_break(text, k)) k++;
  return k;
}

void c_text_statement(FILE *out, const char *statement, const char *comment)
{
  assert(!strchr(statement, '"')); /* lines are broken at blanks */
  const char *indent = "  ";
  size_t column;
  for (;;) {
    size_t n = line_end(statement, LINE_WIDTH - strlen(indent));
    fprintf(out, "%s%.*s", indent, (int)n, statement);
    statement += n;
    column = strlen(indent) + n;
    if (!*statement) break;
    statement++; /* the blank becomes the line break */
    indent = "      ";
    putc('\n', out);
  }
  if (comment && comment[0]) {
    bool fits = column + strlen(comment) + 7 <= LINE_WIDTH;
    fputs(fits ? " /* " : "\n      /* ", out);
    c_text_comment(out, comment);
    fputs(" */", out);
  }
  putc('\n', out);
}

/* Copies source text with every run of blanks as one blank. */
static size_t fold_blanks(char *to, const char *from, size_t n, size_t limit)
{
  size_t used = 0;
  for (size_t k = 0; k < n && used < limit; k++) {
    bool blank = isspace((unsigned char)from[k]);
    if (blank && (used == 0 || to[used - 1] == ' ')) continue;
    to[used++] = blank ? ' ' : from[k];
  }
  while (used > 0 && to[used - 1] == ' ') used--;
  to[used] = '\0';
  return used;
}

const char *c_text_place(Arena *arena, const Session *s, Span span)
{
  if (span.source < 0) return "";
  const SourceText *source = session_source(s, span.source);
  const char *slash = strrchr(source->path, '/');
  const char *file = slash ? slash + 1 : source->path;
  assert(span.begin >= 0 && span.end <= source->length);
  char text[PLACE_LIMIT + 2];
  size_t n = span.end > span.begin ? (size_t)(span.end - span.begin) : 0;
  fold_blanks(text, source->bytes + span.begin, n, PLACE_LIMIT + 1);
  size_t kept = cut(text, PLACE_LIMIT);
  return arena_printf(arena, "%s:%d: %.*s%s", file,
                      source_text_place(source, span.begin).line, (int)kept,
                      text, text[kept] ? "..." : "");
}

void c_text_indented(FILE *out, const char *text)
{
  while (*text) {
    size_t n = strcspn(text, "\n");
    fprintf(out, "%s%.*s\n", n > 0 ? "  " : "", (int)n, text);
    text += n + (text[n] == '\n');
  }
}
