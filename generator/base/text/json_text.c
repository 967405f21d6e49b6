/* json_text.c: JSON as RFC 8259 wants it, two spaces per level. */
#include "base/text/json_text.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text/decimal_text.h"
#include "base/text/utf8.h"

JsonWriter json_begin(FILE *out)
{
  return (JsonWriter){.out = out};
}

void json_end(JsonWriter *w)
{
  assert(w->depth == 0 && !w->after_key);
  if (!w->is_compact) fputc('\n', w->out);
}

static void new_line(const JsonWriter *w)
{
  if (w->is_compact) return;
  fprintf(w->out, "\n%*s", 2 * w->depth, "");
}

/* The comma and line break in front of a list item or a key. */
static void next_item(JsonWriter *w)
{
  bool *has_items = &w->has_items[w->depth - 1];
  if (*has_items) fputc(',', w->out);
  *has_items = true;
  new_line(w);
}

static void before_value(JsonWriter *w)
{
  if (w->depth > 0 && !w->is_object[w->depth - 1]) next_item(w);
  assert(w->depth == 0 || w->after_key == w->is_object[w->depth - 1]);
  w->after_key = false;
}

static void open_level(JsonWriter *w, bool is_object)
{
  before_value(w);
  assert(w->depth < JSON_MAX_DEPTH);
  w->is_object[w->depth] = is_object;
  w->has_items[w->depth] = false;
  w->depth++;
  fputc(is_object ? '{' : '[', w->out);
}

static void close_level(JsonWriter *w, bool is_object)
{
  assert(w->depth > 0 && !w->after_key);
  w->depth--;
  assert(w->is_object[w->depth] == is_object);
  if (w->has_items[w->depth]) new_line(w);
  fputc(is_object ? '}' : ']', w->out);
}

void json_object_begin(JsonWriter *w)
{
  open_level(w, true);
}

void json_object_end(JsonWriter *w)
{
  close_level(w, true);
}

void json_array_begin(JsonWriter *w)
{
  open_level(w, false);
}

void json_array_end(JsonWriter *w)
{
  close_level(w, false);
}

void json_key(JsonWriter *w, const char *key)
{
  assert(w->depth > 0 && w->is_object[w->depth - 1] && !w->after_key);
  next_item(w);
  json_write_string(w->out, key);
  fputs(w->is_compact ? ":" : ": ", w->out);
  w->after_key = true;
}

void json_string(JsonWriter *w, const char *text)
{
  before_value(w);
  if (text)
    json_write_string(w->out, text);
  else
    fputs("null", w->out);
}

void json_int(JsonWriter *w, int64_t value)
{
  before_value(w);
  fprintf(w->out, "%" PRId64, value);
}

void json_double(JsonWriter *w, double value)
{
  before_value(w);
  char text[DECIMAL_TEXT_SIZE];
  if (isfinite(value))
    fputs(decimal_text(value, text, NULL), w->out);
  else
    fputs("null", w->out);
}

void json_bool(JsonWriter *w, bool value)
{
  before_value(w);
  fputs(value ? "true" : "false", w->out);
}

void json_null(JsonWriter *w)
{
  before_value(w);
  fputs("null", w->out);
}

/* One ASCII character inside a string. */
static void write_ascii(FILE *out, char c)
{
  switch (c) {
  case '"': fputs("\\\"", out); break;
  case '\\': fputs("\\\\", out); break;
  case '\n': fputs("\\n", out); break;
  case '\r': fputs("\\r", out); break;
  case '\t': fputs("\\t", out); break;
  default:
    if (c < 0x20 || c == 0x7F)
      fprintf(out, "\\u%04x", (unsigned)c);
    else
      fputc(c, out);
  }
}

void json_write_string(FILE *out, const char *text)
{
  size_t n = strlen(text);
  fputc('"', out);
  for (size_t i = 0; i < n;) {
    uint32_t code_point;
    int length = utf8_decode(text + i, n - i, &code_point);
    if (length == 0)
      fputs("\\ufffd", out);
    else if (length == 1)
      write_ascii(out, text[i]);
    else if (code_point < 0xA0) /* they steer terminals, too */
      fprintf(out, "\\u%04x", (unsigned)code_point);
    else
      fwrite(text + i, 1, (size_t)length, out);
    i += length == 0 ? 1 : (size_t)length;
  }
  fputc('"', out);
}
