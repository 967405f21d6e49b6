/* xml_text.c: elements and attributes, as libxml2's text writer would indent
 * them. The description of a large model has a dozen attributes an equation:
 * they are put together here and handed over to the file in pieces, so that
 * the document is never in memory. */
#include "emit/xml/xml_text.h"

#include <assert.h>
#include <libxml/xmlIO.h>
#include <stdint.h>
#include <string.h>

#include "base/text/plain_bytes.h"
#include "base/text/utf8.h"
#include "emit/text/c_text.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* --- bytes --- */

static void xml_text_flush(XmlText *x)
{
  if (!x->failed) {
    x->failed = xmlOutputBufferWrite(x->output, (int)x->n_part, x->part) < 0;
  }
  x->n_part = 0;
}

static void put_long(XmlText *x, const char *bytes, size_t n)
{
  while (n > 0) {
    if (x->n_part == sizeof x->part) xml_text_flush(x);
    size_t room = sizeof x->part - x->n_part;
    size_t part = n < room ? n : room;
    memcpy(x->part + x->n_part, bytes, part);
    x->n_part += part;
    bytes += part;
    n -= part;
  }
}

static inline void put_bytes(XmlText *x, const char *bytes, size_t n)
{
  if (n > sizeof x->part - x->n_part) {
    put_long(x, bytes, n);
    return;
  }
  memcpy(x->part + x->n_part, bytes, n);
  x->n_part += n;
}

static void xml_text_put(XmlText *x, const char *text)
{
  put_bytes(x, text, strlen(text));
}

static void put_line(XmlText *x, int depth)
{
  put_bytes(x, "\n", 1);
  for (int k = 0; k < depth; k++) put_bytes(x, "  ", 2);
}

static void xml_text_put_integer(XmlText *x, long value)
{
  char text[C_NUMBER_SIZE];
  size_t n = c_text_integer(value, text);
  put_bytes(x, text, n);
}

/* --- the document --- */

void xml_text_begin(XmlText *x, FILE *file)
{
  *x = (XmlText){.output = xmlOutputBufferCreateFile(file, NULL)};
  x->failed = !x->output;
  xml_text_put(x, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
}

bool xml_text_end(XmlText *x)
{
  assert(x->depth == 0);
  put_bytes(x, "\n", 1);
  xml_text_flush(x);
  bool closed = x->output && xmlOutputBufferClose(x->output) >= 0;
  x->output = NULL;
  return closed && !x->failed;
}

/* --- elements --- */

void xml_text_open(XmlText *x, const char *element)
{
  assert(x->depth < XML_TEXT_DEPTH);
  if (x->in_tag) put_bytes(x, ">", 1);
  put_line(x, x->depth);
  put_bytes(x, "<", 1);
  xml_text_put(x, element);
  x->element[x->depth++] = element;
  x->in_tag = true;
}

void xml_text_close(XmlText *x)
{
  assert(x->depth > 0);
  const char *element = x->element[--x->depth];
  if (x->in_tag) {
    put_bytes(x, "/>", 2);
  } else {
    put_line(x, x->depth);
    put_bytes(x, "</", 2);
    xml_text_put(x, element);
    put_bytes(x, ">", 1);
  }
  x->in_tag = false;
}

/* --- attributes --- */

static void begin_attribute(XmlText *x, const char *name)
{
  assert(x->in_tag);
  put_bytes(x, " ", 1);
  xml_text_put(x, name);
  put_bytes(x, "=\"", 2);
}

static void end_attribute(XmlText *x)
{
  put_bytes(x, "\"", 1);
}

/* What stands for an ASCII character in an attribute; NULL: itself. */
static const char *escape(unsigned char c, bool one_line)
{
  switch (c) {
  case '&': return "&amp;";
  case '<': return "&lt;";
  case '>': return "&gt;";
  case '"': return "&quot;";
  case '\t': return one_line ? " " : "&#9;";
  case '\n': return one_line ? " " : "&#10;";
  case '\r': return one_line ? " " : "&#13;";
  default: return c < 0x20 ? REPLACEMENT : NULL;
  }
}

static bool may_break_lines(const char *attribute)
{
  return strcmp(attribute, "description") == 0 ||
         strcmp(attribute, "start") == 0;
}

/* Writes what begins here and is not plain; the number of bytes it had. */
static size_t xml_text_put_special(XmlText *x, const char *attribute,
                                   const char *text)
{
  enum { LONGEST = 4 }; /* bytes of a character */
  uint32_t c;
  size_t n = 0;
  while (n < LONGEST && text[n]) n++;
  int length = utf8_decode(text, n, &c);
  /* XML 1.0, production 2 (Char) */
  if (length == 0 || c == 0xfffe || c == 0xffff) {
    xml_text_put(x, REPLACEMENT);
    return length > 0 ? (size_t)length : 1;
  }
  if (length > 1) {
    put_bytes(x, text, (size_t)length);
  } else {
    xml_text_put(x,
                 escape((unsigned char)text[0], !may_break_lines(attribute)));
  }
  return (size_t)length;
}

static inline bool xml_text_is_plain(char c)
{
  return c >= 0x20 && (unsigned char)c < 0x80 && c != '&' && c != '<' &&
         c != '>' && c != '"';
}

static void xml_text_put_clean(XmlText *x, const char *attribute,
                               const char *text)
{
  static const unsigned char special[] = {'&', '<', '>', '"'};
  size_t length = strlen(text);
  if (plain_bytes(text, length, special, 4)) { /* nearly always */
    put_bytes(x, text, length);
    return;
  }
  while (*text) {
    size_t n = 0;
    while (xml_text_is_plain(text[n])) n++; /* the zero at the end is not */
    put_bytes(x, text, n);
    text += n;
    if (*text) text += xml_text_put_special(x, attribute, text);
  }
}

/* All attributes but descriptions and the start values of Strings are
 * normalized strings: one line. */
void xml_text_attribute(XmlText *x, const char *name, const char *value)
{
  if (!value) return;
  begin_attribute(x, name);
  xml_text_put_clean(x, name, value);
  end_attribute(x);
}

void xml_text_attributes(XmlText *x, const char *text)
{
  assert(x->in_tag);
  xml_text_put(x, text);
}

void xml_text_integer(XmlText *x, const char *name, long value)
{
  begin_attribute(x, name);
  xml_text_put_integer(x, value);
  end_attribute(x);
}

void xml_text_integers(XmlText *x, const char *name, const int *value, int n,
                       int offset)
{
  begin_attribute(x, name);
  for (int k = 0; k < n; k++) {
    if (k > 0) put_bytes(x, " ", 1);
    xml_text_put_integer(x, (long)value[k] + offset);
  }
  end_attribute(x);
}

void xml_text_number(XmlText *x, const char *name, double value)
{
  char text[C_NUMBER_SIZE];
  begin_attribute(x, name);
  xml_text_put(x, c_text_digits(value, text));
  end_attribute(x);
}

void xml_text_boolean(XmlText *x, const char *name, bool value)
{
  begin_attribute(x, name);
  xml_text_put(x, value ? "true" : "false");
  end_attribute(x);
}

void xml_text_references(XmlText *x, const char *name, const unsigned *value,
                         int n)
{
  begin_attribute(x, name);
  for (int k = 0; k < n; k++) {
    char text[16];
    snprintf(text, sizeof text, "%s%u", k > 0 ? " " : "", value[k]);
    xml_text_put(x, text);
  }
  end_attribute(x);
}

void xml_text_begin_list(XmlText *x, const char *name)
{
  begin_attribute(x, name);
  x->list_is_empty = true;
}

void xml_text_list_word(XmlText *x, const char *word)
{
  if (!x->list_is_empty) put_bytes(x, " ", 1);
  x->list_is_empty = false;
  xml_text_put(x, word);
}

void xml_text_list_number(XmlText *x, double value)
{
  char text[C_NUMBER_SIZE];
  xml_text_list_word(x, c_text_digits(value, text));
}

void xml_text_end_list(XmlText *x)
{
  end_attribute(x);
}
