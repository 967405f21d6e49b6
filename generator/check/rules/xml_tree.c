/* xml_tree.c: the tree of libxml2 and a scan for the start tags. */
#include "check/rules/xml_tree.h"

#include <assert.h>
#include <libxml/parser.h>
#include <string.h>

#include "base/vector.h"

/* --- places in the text --- */

static void xml_tree_find_lines(XmlTree *t)
{
  for (size_t at = 0; at <= t->length; at++) {
    if (at > 0 && t->bytes[at - 1] != '\n') continue;
    t->line = vector_grow(t->findings->s->session_arena, t->line, &t->cap_lines,
                          t->n_lines + 1, sizeof t->line[0]);
    t->line[t->n_lines++] = at;
  }
}

static FindingPlace xml_tree_place_of(const XmlTree *t, size_t offset)
{
  assert(offset <= t->length && t->n_lines > 0 && t->line[0] == 0);
  int low = 0, high = t->n_lines; /* line[low] <= offset < line[high] */
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (t->line[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  FindingPlace place = {t->where, low + 1, 1};
  for (size_t i = t->line[low]; i < offset; i++) {
    if (((unsigned char)t->bytes[i] & 0xC0) != 0x80) place.column++;
  }
  return place;
}

static bool begins(const XmlTree *t, size_t at, const char *with)
{
  assert(at <= t->length);
  size_t n = strlen(with);
  return n <= t->length - at && memcmp(t->bytes + at, with, n) == 0;
}

/* After the next `mark`, or the end. */
static size_t skip_to(const XmlTree *t, size_t at, const char *mark)
{
  while (at < t->length && !begins(t, at, mark)) at++;
  return at < t->length ? at + strlen(mark) : t->length;
}

static size_t skip_tag(const XmlTree *t, size_t at)
{
  char quote = 0;
  for (; at < t->length; at++) {
    char c = t->bytes[at];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
  }
  return at;
}

/* Start tags in the order of the document: the order of its elements. */
static void find_tags(XmlTree *t)
{
  for (size_t at = 0; at < t->length;) {
    if (t->bytes[at] != '<') {
      at++;
    } else if (begins(t, at, "<!--")) {
      at = skip_to(t, at + 4, "-->");
    } else if (begins(t, at, "<![CDATA[")) {
      at = skip_to(t, at, "]]>");
    } else if (begins(t, at, "<?")) {
      at = skip_to(t, at, "?>");
    } else if (begins(t, at, "</") || begins(t, at, "<!")) {
      at = skip_to(t, at, ">");
    } else {
      t->tag = vector_grow(t->findings->s->session_arena, t->tag, &t->cap_tags,
                           t->n_tags + 1, sizeof t->tag[0]);
      t->tag[t->n_tags++] = at;
      at = skip_tag(t, at);
    }
  }
}

static xmlNode *following(xmlNode *node)
{
  if (node->children && node->type == XML_ELEMENT_NODE) return node->children;
  while (node && !node->next) {
    node = node->parent;
    if (!node || node->type != XML_ELEMENT_NODE) return NULL;
  }
  return node ? node->next : NULL;
}

static void number_elements(XmlTree *t)
{
  size_t n = 0;
  xmlNode *node = xmlDocGetRootElement(t->document);
  for (; node; node = following(node)) {
    if (node->type != XML_ELEMENT_NODE) continue;
    node->_private = (void *)++n;
  }
}

/* The attribute's offset within the tag that begins at `from`. */
static size_t find_attribute(const XmlTree *t, size_t from, const char *name)
{
  assert(from < t->length && t->bytes[from] == '<');
  size_t end = skip_tag(t, from), n = strlen(name);
  char quote = 0;
  for (size_t i = from; i + n < end; i++) {
    char c = t->bytes[i];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (i > from && strchr(" \t\r\n", t->bytes[i - 1]) &&
               begins(t, i, name) && strchr(" \t\r\n=", t->bytes[i + n])) {
      return i;
    }
  }
  return from;
}

FindingPlace xml_place(const XmlTree *t, const xmlNode *node,
                       const char *attribute)
{
  size_t number = node ? (size_t)node->_private : 0;
  if (number == 0 || number > (size_t)t->n_tags) {
    return (FindingPlace){t->where, 0, 0};
  }
  size_t offset = t->tag[number - 1];
  if (attribute) offset = find_attribute(t, offset, attribute);
  return xml_tree_place_of(t, offset);
}

/* --- reading --- */

static void silent(void *context, const char *format, ...)
{
  (void)context;
  (void)format;
}

static void report_malformed(XmlTree *t, xmlParserCtxt *parser)
{
  const xmlError *e = xmlCtxtGetLastError(parser);
  const char *text = e && e->message ? e->message : "unknown fault";
  FindingPlace place = {t->where, e ? e->line : 0, e ? e->int2 : 0};
  finding_add(t->findings, RULE_XML_MALFORMED, place, "%.*s",
              (int)strcspn(text, "\n"), text);
}

/* Entities are refused before the parser sees them: it is only the text
 * outside of comments that counts. */
static bool has_doctype(XmlTree *t)
{
  for (size_t at = 0; at < t->length;) {
    if (begins(t, at, "<!--")) {
      at = skip_to(t, at + 4, "-->");
    } else if (begins(t, at, "<!DOCTYPE") || begins(t, at, "<!ENTITY")) {
      finding_add(t->findings, RULE_XML_ENTITY, xml_tree_place_of(t, at),
                  "there is a document type declaration");
      return true;
    } else {
      at++;
    }
  }
  return false;
}

static bool says_utf8(const char *encoding)
{
  return xmlStrcasecmp((const xmlChar *)encoding, (const xmlChar *)"utf-8") ==
         0;
}

static void encoding_rule(XmlTree *t)
{
  FindingPlace top = {t->where, 1, 1};
  if (!t->document->encoding) {
    finding_add(t->findings, RULE_XML_ENCODING, top,
                "the encoding is not declared");
  } else if (!says_utf8((const char *)t->document->encoding)) {
    finding_add(t->findings, RULE_XML_ENCODING, top, "the encoding is %s",
                (const char *)t->document->encoding);
  }
}

bool xml_tree_read(Findings *f, const char *where, const char *bytes,
                   size_t length, XmlTree *t)
{
  *t = (XmlTree){
      .findings = f, .where = where, .bytes = bytes, .length = length};
  xml_tree_find_lines(t);
  if (has_doctype(t)) return false;
  xmlParserCtxt *parser = xmlNewParserCtxt();
  if (!parser) return false;
  xmlSetGenericErrorFunc(NULL, silent);
  t->document =
      xmlCtxtReadMemory(parser, bytes, (int)length, where, NULL,
                        XML_PARSE_NONET | XML_PARSE_NOERROR |
                            XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES);
  if (!t->document) report_malformed(t, parser);
  xmlFreeParserCtxt(parser);
  if (!t->document) return false;
  find_tags(t);
  number_elements(t);
  encoding_rule(t);
  return true;
}

void xml_tree_free(XmlTree *t)
{
  if (t->document) xmlFreeDoc(t->document);
  t->document = NULL;
}

/* --- the tree --- */

const char *xml_attribute(const XmlTree *t, const xmlNode *node,
                          const char *name)
{
  xmlChar *value = xmlGetNoNsProp(node, (const xmlChar *)name);
  if (!value) return NULL;
  char *copy =
      arena_copy_text(t->findings->s->session_arena, (const char *)value,
                      strlen((const char *)value));
  xmlFree(value);
  return copy;
}

bool xml_is(const xmlNode *node, const char *name)
{
  return node && node->type == XML_ELEMENT_NODE &&
         strcmp((const char *)node->name, name) == 0;
}

static xmlNode *first_element(xmlNode *node, const char *name)
{
  for (; node; node = node->next) {
    if (node->type == XML_ELEMENT_NODE && (!name || xml_is(node, name))) break;
  }
  return node;
}

xmlNode *xml_child(const xmlNode *node, const char *name)
{
  return node ? first_element(node->children, name) : NULL;
}

xmlNode *xml_next(const xmlNode *node)
{
  return node ? first_element(node->next, NULL) : NULL;
}
