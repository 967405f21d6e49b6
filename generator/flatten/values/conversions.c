/* conversions.c: String() prints with the format of the C library that the
 * language specification names; the format is checked before it is used. */
#include "flatten/values/conversions.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flatten/values/open_array.h"
#include "flatten/values/text_functions.h"
#include "flatten/values/value_index.h"
#include "flatten/values/value_operators.h"

/* --- enumerations --- */

Value *conversion_literal(const Typing *t, Span span,
                          const FlatEnumeration *enumeration, int ordinal)
{
  return value_of(t, types_enumeration(t, span, enumeration, ordinal));
}

int conversion_ordinal(const FlatEnumeration *enumeration, Name literal)
{
  for (int i = 0; i < enumeration->n_literals; i++) {
    if (enumeration->literal[i] == literal) return i + 1;
  }
  return 0;
}

static FlatExpr *conversions_literal_of(const Typing *t, Span span,
                                        const FlatEnumeration *enumeration,
                                        FlatExpr *i)
{
  if (i->type != FLAT_INTEGER) {
    fault_error(t->faults, i->span, E204, "'%s' needs an Integer, this is %s",
                enumeration->name, types_a_name(i->type));
    return NULL;
  }
  FlatExpr *ordinal = types_constant(t, i);
  if (!ordinal) return NULL;
  if (ordinal->integer < 1 || ordinal->integer > enumeration->n_literals) {
    fault_error(t->faults, i->span, E215,
                "'%s' has the ordinals 1 to %d, not %lld", enumeration->name,
                enumeration->n_literals, (long long)ordinal->integer);
    return NULL;
  }
  return types_enumeration(t, span, enumeration, (int)ordinal->integer);
}

Value *conversion_to_enumeration(const Typing *t, Span span,
                                 const FlatEnumeration *enumeration,
                                 const Value *ordinal)
{
  if (!ordinal) return NULL;
  if (ordinal->kind == VALUE_RECORD) {
    value_scalar(t, ordinal); /* says so */
    return NULL;
  }
  if (open_is(ordinal)) return open_refuse(t, span, "a conversion");
  if (ordinal->rank <= 1 && ordinal->type == FLAT_INTEGER &&
      ordinal->variability > FLAT_PARAMETER) {
    const Value *all = value_all_of_enumeration(t, span, enumeration);
    return value_index(t, span, all, &ordinal, 1);
  }
  int n = ordinal->n_elements;
  FlatExpr **scalar = arena_array(value_arena(t), (size_t)n, sizeof scalar[0]);
  for (int i = 0; i < n; i++) {
    scalar[i] =
        conversions_literal_of(t, span, enumeration, value_at(t, ordinal, i));
    if (!scalar[i]) return NULL;
  }
  if (ordinal->rank == 0) return value_of(t, scalar[0]);
  return value_array(t, span, FLAT_ENUMERATION, enumeration, ordinal->rank,
                     ordinal->dim, scalar);
}

Value *conversion_to_integer(const Typing *t, Span span, const Value *v)
{
  Value *arg[] = {(Value *)v};
  return value_map(t, span, FLAT_ORDINAL, arg, 1);
}

/* --- the format of String() --- */

#define MAX_LENGTH 1000 /* of a width or a precision */
#define REAL_LETTERS "feEgG"
#define INTEGER_LETTERS "dioxXuc"

/* [flags][width][.precision]letter, without the leading % (section 3.7.1). */
static bool is_format(const char *text, bool is_real)
{
  size_t n_flags = strspn(text, "-+ #0");
  if (n_flags > 5) return false;
  text += n_flags;
  for (int part = 0; part < 2; part++) {
    size_t n = strspn(text, "0123456789");
    if (n > 4 || (n > 0 && atoi(text) > MAX_LENGTH)) return false;
    text += n;
    if (part == 0 && *text != '.') break;
    if (part == 0) text++;
  }
  bool is_known =
      *text &&
      strchr(is_real ? REAL_LETTERS : REAL_LETTERS INTEGER_LETTERS, *text);
  return is_known && text[1] == 0;
}

/* An Integer's letter rounds a Real, which is deprecated. */
static const char *real_format(const Typing *t, const char *format)
{
  size_t n = strlen(format);
  assert(n > 0);
  if (strchr(REAL_LETTERS, format[n - 1])) return format;
  return arena_printf(t->arena, "%.*s%s", (int)n - 1, format,
                      strchr(format, '.') ? "f" : ".0f");
}

typedef struct Layout {
  const char *format; /* without %; NULL: made of the others */
  int length, digits;
  bool is_left;
  /* of numbers, where they are known only while the model runs; else NULL */
  FlatExpr *open_length, *open_digits, *open_left;
} Layout;

/* An option that is left to the running model; NULL: it is known, or faulty. */
static FlatExpr *open_option(const Typing *t, const Value *v, FlatType type)
{
  if (!v || !value_is_scalar(v) || v->type != type ||
      v->variability <= FLAT_PARAMETER || !t->texts)
    return NULL;
  return value_at(t, v, 0);
}

static bool read_length(const Typing *t, const Value *v, int *result)
{
  int64_t length;
  if (!v) return true;
  if (!value_integer(t, v, &length)) return false;
  if (length < 0 || length > MAX_LENGTH) {
    fault_error(t->faults, v->span, E212, "a length of 0 to %d, not %lld",
                MAX_LENGTH, (long long)length);
    return false;
  }
  *result = (int)length;
  return true;
}

static FlatExpr *conversions_read_option(const Typing *t, const Value *v,
                                         FlatType type)
{
  FlatExpr *expr = value_scalar(t, v);
  if (!expr) return NULL;
  if (expr->type != type) {
    fault_error(t->faults, expr->span, E204, "%s is needed here, this is %s",
                types_a_name(type), types_a_name(expr->type));
    return NULL;
  }
  return types_constant(t, expr);
}

static bool read_left(const Typing *t, const Value *v, Layout *layout)
{
  if (!v) return true;
  FlatExpr *left = conversions_read_option(t, v, FLAT_BOOLEAN);
  if (left) layout->is_left = left->boolean;
  return left != NULL;
}

static bool read_format(const Typing *t, const StringFormat *given,
                        FlatType type, Layout *layout)
{
  bool has_others = given->minimum_length || given->left_justified ||
                    given->significant_digits;
  if (!given->format) return true;
  FlatExpr *format = conversions_read_option(t, given->format, FLAT_STRING);
  if (!format) return false;
  bool is_number = type == FLAT_REAL || type == FLAT_INTEGER;
  if (has_others || !is_number) {
    fault_error(t->faults, given->format->span, E208,
                has_others ? "'format' excludes the other options of 'String'"
                           : "'format' is for numbers");
    return false;
  }
  if (type == FLAT_REAL && is_format(format->string, false)) {
    layout->format = real_format(t, format->string);
    return true;
  }
  if (!is_format(format->string, type == FLAT_REAL)) {
    fault_error(t->faults, given->format->span, E212,
                "\"%s\" is not a format of %s: write for instance \"%s\"",
                format->string, types_a_name(type),
                type == FLAT_REAL ? ".3f" : "5d");
    return false;
  }
  layout->format = format->string;
  return true;
}

static bool read_layout(const Typing *t, const StringFormat *given,
                        FlatType type, Layout *layout)
{
  *layout = (Layout){.digits = 6, .is_left = true};
  if (given->significant_digits && type != FLAT_REAL) {
    fault_error(t->faults, given->significant_digits->span, E208,
                "'significantDigits' is for Reals, this is %s",
                types_a_name(type));
    return false;
  }
  if (type == FLAT_REAL || type == FLAT_INTEGER) {
    layout->open_length = open_option(t, given->minimum_length, FLAT_INTEGER);
    layout->open_digits =
        open_option(t, given->significant_digits, FLAT_INTEGER);
    layout->open_left = open_option(t, given->left_justified, FLAT_BOOLEAN);
  }
  return read_format(t, given, type, layout) &&
         (layout->open_length ||
          read_length(t, given->minimum_length, &layout->length)) &&
         (layout->open_digits ||
          read_length(t, given->significant_digits, &layout->digits)) &&
         (layout->open_left || read_left(t, given->left_justified, layout));
}

static bool layout_is_open(const Layout *layout)
{
  return layout->open_length || layout->open_digits || layout->open_left;
}

/* --- printing --- */

/* Longest: a Real of 309 digits before the point and 1000 after it. */
#define TEXT_SIZE (2 * MAX_LENGTH)

static void print_formatted(char *to, const char *format,
                            const FlatExpr *literal)
{
  char code[32];
  size_t n = strlen(format);
  assert(n > 0 && n + sizeof "%ll" <= sizeof code);
  char letter = format[n - 1];
  bool is_real = literal->type == FLAT_REAL;
  if (strchr(REAL_LETTERS, letter)) {
    double x = is_real ? literal->real : (double)literal->integer;
    snprintf(code, sizeof code, "%%%s", format);
    snprintf(to, TEXT_SIZE, code, x);
  } else if (letter == 'c') {
    snprintf(code, sizeof code, "%%%s", format);
    snprintf(to, TEXT_SIZE, code, (int)literal->integer);
  } else {
    snprintf(code, sizeof code, "%%%.*sll%c", (int)n - 1, format, letter);
    snprintf(to, TEXT_SIZE, code, (long long)literal->integer);
  }
}

static const char *plain_text(const FlatExpr *literal)
{
  if (literal->type == FLAT_BOOLEAN) return literal->boolean ? "true" : "false";
  assert(literal->type == FLAT_ENUMERATION);
  return literal->enumeration->literal[literal->integer - 1];
}

static void print_laid_out(char *to, const Layout *layout,
                           const FlatExpr *literal)
{
  int width = layout->is_left ? -layout->length : layout->length;
  if (literal->type == FLAT_REAL) {
    snprintf(to, TEXT_SIZE, "%*.*g", width, layout->digits, literal->real);
  } else if (literal->type == FLAT_INTEGER) {
    snprintf(to, TEXT_SIZE, "%*lld", width, (long long)literal->integer);
  } else {
    snprintf(to, TEXT_SIZE, "%*s", width, plain_text(literal));
  }
}

static FlatExpr *conversions_literal_text(const Typing *t, Span span,
                                          const char *text)
{
  return types_string(t, span, arena_copy_text(t->arena, text, strlen(text)));
}

/* --- while the model runs --- */

/* The format of printf for one number. */
static const char *printf_format(const Typing *t, const Layout *layout,
                                 bool is_real)
{
  if (layout->format) return arena_printf(t->arena, "%%%s", layout->format);
  const char *left = layout->is_left ? "-" : "";
  if (!is_real) return arena_printf(t->arena, "%%%s%dd", left, layout->length);
  return arena_printf(t->arena, "%%%s%d.%dg", left, layout->length,
                      layout->digits);
}

/* A length as digits of the format, kept within what is allowed. */
static FlatExpr *length_text(const Typing *t, Span span, FlatExpr *open,
                             int known)
{
  if (!open) return types_string(t, span, arena_printf(t->arena, "%d", known));
  FlatExpr *least =
      types_binary(t, span, FLAT_MAX, open, types_integer(t, span, 0));
  FlatExpr *length = types_binary(t, span, FLAT_MIN, least,
                                  types_integer(t, span, MAX_LENGTH));
  return text_function(t, span, TEXT_OF_INTEGER, length,
                       types_string(t, span, "%d"));
}

/* The same format, put together while the model runs. */
static FlatExpr *running_format(const Typing *t, Span span,
                                const Layout *layout, bool is_real)
{
  FlatExpr *text = types_string(t, span, layout->is_left ? "%-" : "%");
  if (layout->open_left) {
    text = types_if(t, span, layout->open_left, types_string(t, span, "%-"),
                    types_string(t, span, "%"));
  }
  FlatExpr *length = length_text(t, span, layout->open_length, layout->length);
  text = text_function(t, span, TEXT_JOIN, text, length);
  if (is_real) {
    FlatExpr *digits =
        length_text(t, span, layout->open_digits, layout->digits);
    text = text_function(t, span, TEXT_JOIN, text, types_string(t, span, "."));
    text = text_function(t, span, TEXT_JOIN, text, digits);
  }
  return text_function(t, span, TEXT_JOIN, text,
                       types_string(t, span, is_real ? "g" : "d"));
}

static FlatExpr *open_number(const Typing *t, Span span, const Layout *layout,
                             FlatExpr *expr)
{
  bool is_real = expr->type == FLAT_REAL;
  if (layout_is_open(layout)) {
    return text_function(t, span, is_real ? TEXT_OF_REAL : TEXT_OF_INTEGER,
                         expr, running_format(t, span, layout, is_real));
  }
  const char *format = printf_format(t, layout, is_real);
  if (!is_real && strchr(REAL_LETTERS, format[strlen(format) - 1])) {
    expr = types_convert(t, expr, FLAT_REAL);
    is_real = true;
  }
  return text_function(t, span, is_real ? TEXT_OF_REAL : TEXT_OF_INTEGER, expr,
                       types_string(t, span, format));
}

/* The text of one value of a Boolean or enumeration. */
static FlatExpr *one_text(const Typing *t, Span span, const Layout *layout,
                          const FlatExpr *like, int ordinal)
{
  assert(like->type == FLAT_BOOLEAN || like->type == FLAT_ENUMERATION);
  char text[TEXT_SIZE];
  FlatExpr *literal =
      like->type == FLAT_BOOLEAN
          ? types_boolean(t, span, ordinal == 2)
          : types_enumeration(t, span, like->enumeration, ordinal);
  print_laid_out(text, layout, literal);
  return conversions_literal_text(t, span, text);
}

static FlatExpr *open_text(const Typing *t, Span span, const Layout *layout,
                           FlatExpr *expr)
{
  if (expr->type == FLAT_REAL || expr->type == FLAT_INTEGER) {
    return open_number(t, span, layout, expr);
  }
  if (expr->type == FLAT_BOOLEAN) {
    return types_if(t, span, expr, one_text(t, span, layout, expr, 2),
                    one_text(t, span, layout, expr, 1));
  }
  FlatExpr *text = one_text(t, span, layout, expr, 1);
  for (int k = 2; k <= expr->enumeration->n_literals; k++) {
    FlatExpr *is_it =
        types_binary(t, span, FLAT_EQUAL, expr,
                     types_enumeration(t, span, expr->enumeration, k));
    text = types_if(t, span, is_it, one_text(t, span, layout, expr, k), text);
  }
  return text;
}

Value *conversion_to_string(const Typing *t, Span span, const Value *v,
                            const StringFormat *format)
{
  char text[TEXT_SIZE];
  Layout layout;
  FlatExpr *expr = value_scalar(t, v);
  if (!expr) return NULL;
  if (expr->type == FLAT_STRING || expr->type == FLAT_OBJECT) {
    fault_error(t->faults, expr->span, E204,
                expr->type == FLAT_STRING
                    ? "'String' converts values that are not Strings"
                    : "'String' cannot convert an external object");
    return NULL;
  }
  if (!read_layout(t, format, expr->type, &layout)) return NULL;
  if (text_is_open(expr) || layout_is_open(&layout))
    return value_of(t, open_text(t, span, &layout, expr));
  FlatExpr *literal = types_constant(t, expr);
  if (!literal) return NULL;
  if (layout.format)
    print_formatted(text, layout.format, literal);
  else
    print_laid_out(text, &layout, literal);
  return value_of(t, conversions_literal_text(t, span, text));
}
