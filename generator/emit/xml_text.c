/* xml_text.c: a thin cover over libxml2's text writer. */
#include "emit/xml_text.h"

#include <libxml/xmlwriter.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "emit/c_text.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

static void check(XmlText *x, int result)
{
  if (result < 0) x->failed = true;
}

void xml_text_begin(XmlText *x)
{
  *x = (XmlText){0};
  x->buffer = xmlBufferCreate();
  if (x->buffer) x->writer = xmlNewTextWriterMemory(x->buffer, 0);
  x->failed = !x->writer;
  if (x->failed) return;
  check(x, xmlTextWriterSetIndent(x->writer, 1));
  check(x, xmlTextWriterSetIndentString(x->writer, BAD_CAST "  "));
  check(x, xmlTextWriterStartDocument(x->writer, NULL, "UTF-8", NULL));
}

bool xml_text_end(XmlText *x)
{
  if (x->writer) {
    check(x, xmlTextWriterEndDocument(x->writer));
    xmlFreeTextWriter(x->writer); /* flushes */
    x->writer = NULL;
  }
  if (x->failed) return false;
  x->size = (size_t)xmlBufferLength(x->buffer);
  x->text = (char *)xmlBufferDetach(x->buffer);
  return x->text != NULL;
}

void xml_text_free(XmlText *x)
{
  if (x->writer) xmlFreeTextWriter(x->writer);
  if (x->buffer) xmlBufferFree(x->buffer);
  if (x->text) xmlFree(x->text);
  *x = (XmlText){0};
}

void xml_text_open(XmlText *x, const char *element)
{
  if (x->failed) return;
  check(x, xmlTextWriterStartElement(x->writer, BAD_CAST element));
}

void xml_text_close(XmlText *x)
{
  if (x->failed) return;
  check(x, xmlTextWriterEndElement(x->writer));
}

static void write_attribute(XmlText *x, const char *name, const char *value)
{
  if (x->failed) return;
  check(x,
        xmlTextWriterWriteAttribute(x->writer, BAD_CAST name, BAD_CAST value));
}

/* All attributes but descriptions are normalized strings: one line. */
void xml_text_attribute(XmlText *x, const char *name, const char *value)
{
  if (!value || x->failed) return;
  char *clean = xml_text_clean(value, strcmp(name, "description") != 0);
  if (!clean) {
    x->failed = true;
    return;
  }
  write_attribute(x, name, clean);
  free(clean);
}

void xml_text_integer(XmlText *x, const char *name, long value)
{
  char text[C_NUMBER_SIZE];
  snprintf(text, sizeof text, "%ld", value);
  write_attribute(x, name, text);
}

void xml_text_number(XmlText *x, const char *name, double value)
{
  char text[C_NUMBER_SIZE];
  write_attribute(x, name, c_text_digits(value, text));
}

void xml_text_boolean(XmlText *x, const char *name, bool value)
{
  write_attribute(x, name, value ? "true" : "false");
}

/* XML 1.0, production 2 (Char). */
static bool is_allowed(uint32_t c)
{
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0xd800 || (c >= 0xe000 && c != 0xfffe && c != 0xffff);
}

static bool breaks_line(uint32_t c)
{
  return c == '\t' || c == '\n' || c == '\r';
}

char *xml_text_clean(const char *text, bool one_line)
{
  size_t n = strlen(text), used = 0;
  char *clean = malloc(n * (sizeof REPLACEMENT - 1) + 1);
  if (!clean) return NULL;
  for (size_t k = 0; k < n;) {
    uint32_t c;
    int length = utf8_decode(text + k, n - k, &c);
    const char *from = text + k;
    size_t n_from = (size_t)length;
    if (length == 0 || !is_allowed(c)) {
      from = REPLACEMENT;
      n_from = sizeof REPLACEMENT - 1;
    } else if (one_line && breaks_line(c)) {
      from = " ";
    }
    memcpy(clean + used, from, n_from);
    used += n_from;
    k += length > 0 ? (size_t)length : 1;
  }
  clean[used] = '\0';
  return clean;
}
