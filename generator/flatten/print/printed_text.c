/* printed_text.c: numbers, strings and names.
 *
 * Names of several parts are printed as quoted identifiers ('a.b'), because
 * the components they came from are gone.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text/decimal_text.h"
#include "flatten/print/flat_printer.h"
#include "parse/token.h"

/* 1e+20 to 1e20, 1e-05 to 1e-5 */
static void print_exponent(const char *digits, FILE *out)
{
  fputc('e', out);
  if (*digits == '-') fputc('-', out);
  digits += strspn(digits, "+-0");
  fputs(digits, out);
}

void printer_real(double value, bool bare, FILE *out)
{
  char text[DECIMAL_TEXT_SIZE];
  if (bare && value == floor(value) && fabs(value) < 1e9 &&
      !(value == 0.0 && signbit(value))) {
    fprintf(out, "%.0f", value);
    return;
  }
  decimal_text(value, text, NULL);
  char *exponent = strchr(text, 'e');
  if (exponent) *exponent++ = 0;
  fputs(text, out);
  if (exponent)
    print_exponent(exponent, out);
  else if (!strchr(text, '.'))
    fputs(".0", out);
}

void printer_string(const char *text, FILE *out)
{
  static const char plain[] = "\"\\\a\b\f\n\r\t\v", letter[] = "\"\\abfnrtv";
  fputc('"', out);
  for (; *text; text++) {
    const char *escape = strchr(plain, *text);
    if (escape)
      fprintf(out, "\\%c", letter[escape - plain]);
    else
      fputc(*text, out);
  }
  fputc('"', out);
}

static bool is_keyword(const char *name)
{
  static const char *const keyword[] = {
#define X(NAME, text, role) text,
      TOKEN_KEYWORDS(X)
#undef X
  };
  for (size_t k = 0; k < sizeof keyword / sizeof keyword[0]; k++) {
    if (strcmp(name, keyword[k]) == 0) return true;
  }
  return false;
}

/* The procedure of an algorithm section is called "algorithm". */
static bool is_plain_name(const char *name)
{
  if (!isalpha((unsigned char)name[0]) && name[0] != '_') return false;
  if (is_keyword(name)) return false;
  for (; *name; name++) {
    if (!isalnum((unsigned char)*name) && *name != '_') return false;
  }
  return true;
}

static bool is_quoted_name(const char *name)
{
  if (name[0] != '\'') return false;
  size_t i = 1;
  while (name[i] && name[i] != '\'')
    i += name[i] == '\\' && name[i + 1] ? 2 : 1;
  return name[i] == '\'' && name[i + 1] == 0;
}

const char *printer_name_text(Arena *arena, const char *name,
                              const char *suffix)
{
  size_t n = strlen(name);
  if (is_quoted_name(name)) {
    return arena_printf(arena, "%.*s%s'", (int)(n - 1), name, suffix);
  }
  if (is_plain_name(name) && (!*suffix || suffix[0] == '_')) {
    return arena_printf(arena, "%s%s", name, suffix);
  }
  char *text = arena_alloc(arena, 2 * n + strlen(suffix) + 3), *at = text;
  *at++ = '\'';
  for (; *name; name++) {
    if (*name == '\'' || *name == '\\') *at++ = '\\';
    *at++ = *name;
  }
  memcpy(at, suffix, strlen(suffix));
  at += strlen(suffix);
  *at++ = '\'';
  *at = '\0';
  return text;
}

void printer_name(const char *name, FILE *out)
{
  if (is_plain_name(name) || is_quoted_name(name)) {
    fputs(name, out);
    return;
  }
  fputc('\'', out);
  for (; *name; name++) {
    if (*name == '\'' || *name == '\\') fputc('\\', out);
    fputc(*name, out);
  }
  fputc('\'', out);
}

/* An enumeration of the model itself has no need of the model's name; so one
 * that is declared in a flat model keeps its name. */
void printer_enumeration(const Printer *p, const FlatEnumeration *type)
{
  size_t n = strlen(p->flat->name);
  const char *name = type->name;
  if (strncmp(name, p->flat->name, n) == 0 && name[n] == '.') name += n + 1;
  printer_name(name, p->out);
}

void printer_indent(Printer *p, int depth)
{
  fprintf(p->out, "%*s", 2 * depth, "");
}
