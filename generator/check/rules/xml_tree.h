/* xml_tree.h: an XML document that knows where everything stands.
 *
 * libxml2 reads the tree (no network, no entities, no DOCTYPE); the places of
 * elements and attributes come from the text itself, since libxml2 keeps only
 * the line where a start tag ends.
 */
#ifndef FOUCAULT_CHECK_RULES_XML_TREE_H
#define FOUCAULT_CHECK_RULES_XML_TREE_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stddef.h>

#include "check/rules/finding.h"

typedef struct XmlTree {
  Findings *findings;
  const char *where; /* the entry of the archive */
  const char *bytes;
  size_t length;
  size_t *tag; /* offset of the i-th start tag */
  int n_tags, cap_tags;
  size_t *line; /* offset where the i-th line begins */
  int n_lines, cap_lines;
  xmlDoc *document; /* node->_private: number of its tag + 1 */
} XmlTree;

/* Reads the bytes, which must outlive the text. False: XML_MALFORMED,
 * XML_ENTITY were found and there is no tree. */
bool xml_tree_read(Findings *f, const char *where, const char *bytes,
                   size_t length, XmlTree *text);
void xml_tree_free(XmlTree *text);

/* Where the element stands, or one of its attributes (NULL: the element). */
FindingPlace xml_place(const XmlTree *text, const xmlNode *node,
                       const char *attribute);

/* An attribute as text in the session arena; NULL: absent. */
const char *xml_attribute(const XmlTree *text, const xmlNode *node,
                          const char *name);
bool xml_is(const xmlNode *node, const char *name);
/* The first child element of this name (NULL: any); NULL: none. */
xmlNode *xml_child(const xmlNode *node, const char *name);
/* The next element beside this one. */
xmlNode *xml_next(const xmlNode *node);

#endif
