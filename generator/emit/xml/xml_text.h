/* xml_text.h: writes one XML document to a file, by libxml2's output.
 *
 *   XmlText x;
 *   xml_text_begin(&x, file);
 *   xml_text_open(&x, "Unit");
 *   xml_text_attribute(&x, "name", "m/s2");
 *   xml_text_close(&x);
 *   if (xml_text_end(&x)) ...
 *
 * A failure (a full disk) is remembered and reported by xml_text_end().
 */
#ifndef FOUCAULT_EMIT_XML_XML_TEXT_H
#define FOUCAULT_EMIT_XML_XML_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { XML_TEXT_DEPTH = 40, XML_TEXT_ROOM = 16384 };

/* The fields belong to xml_text.c. */
typedef struct XmlText {
  void *output;             /* of libxml2, to the file */
  char part[XML_TEXT_ROOM]; /* written, but not yet in the file */
  size_t n_part;
  const char *element[XML_TEXT_DEPTH]; /* that are open */
  int depth;
  bool in_tag; /* the innermost one has no ">" yet */
  bool failed;
  bool list_is_empty; /* no word of the attribute yet */
} XmlText;

void xml_text_begin(XmlText *x, FILE *file);
bool xml_text_end(XmlText *x); /* errno says why not */

/* Not deeper than XML_TEXT_DEPTH; the name must live until it is closed. */
void xml_text_open(XmlText *x, const char *element);
void xml_text_close(XmlText *x);
/* Attributes of the element opened last, before anything in it. NULL: no
 * attribute. What XML 1.0 does not allow is replaced by U+FFFD; line breaks
 * and tabs become blanks but in a "description". */
void xml_text_attribute(XmlText *x, const char *name, const char *value);
/* Several as they are to be written, each with a blank before it. */
void xml_text_attributes(XmlText *x, const char *text);
void xml_text_integer(XmlText *x, const char *name, long value);
void xml_text_number(XmlText *x, const char *name, double value); /* finite */
void xml_text_boolean(XmlText *x, const char *name, bool value);
/* "4 5 9": the numbers plus `offset`. */
void xml_text_integers(XmlText *x, const char *name, const int *value, int n,
                       int offset);
/* The same of value references of FMI 3.0. */
void xml_text_references(XmlText *x, const char *name, const unsigned *value,
                         int n);
/* An attribute that is a list, word by word; the words are not escaped. */
void xml_text_begin_list(XmlText *x, const char *name);
void xml_text_list_word(XmlText *x, const char *word);
void xml_text_list_number(XmlText *x, double value); /* finite */
void xml_text_end_list(XmlText *x);

#endif
