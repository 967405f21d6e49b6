/* xml_text.h: writes one XML document to memory, on top of libxml2.
 *
 *   XmlText x;
 *   xml_text_begin(&x);
 *   xml_text_open(&x, "Unit");
 *   xml_text_attribute(&x, "name", "m/s2");
 *   xml_text_close(&x);
 *   if (xml_text_end(&x)) ... x.text, x.size ...
 *   xml_text_free(&x);
 *
 * A failure (no memory) is remembered and told by xml_text_end().
 */
#ifndef FOUCAULT_EMIT_XML_TEXT_H
#define FOUCAULT_EMIT_XML_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct XmlText {
  void *writer, *buffer; /* of libxml2 */
  bool failed;
  char *text; /* valid from xml_text_end() to xml_text_free() */
  size_t size;
} XmlText;

void xml_text_begin(XmlText *x);
bool xml_text_end(XmlText *x);
void xml_text_free(XmlText *x);

void xml_text_open(XmlText *x, const char *element);
void xml_text_close(XmlText *x);
/* NULL: no attribute. The text is made valid first (xml_text_clean). */
void xml_text_attribute(XmlText *x, const char *name, const char *value);
void xml_text_integer(XmlText *x, const char *name, long value);
void xml_text_number(XmlText *x, const char *name, double value); /* finite */
void xml_text_boolean(XmlText *x, const char *name, bool value);

/* The text with everything that XML 1.0 does not allow replaced by U+FFFD;
 * with `one_line` line breaks and tabs become blanks. malloc'ed; NULL: no
 * memory. */
char *xml_text_clean(const char *text, bool one_line);

#endif
