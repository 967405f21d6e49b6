/* ssp_xml.h: the XML of an SSP archive: bytes to a tree, attributes by name,
 * each with a message where it is missing or wrong.
 *
 * Elements are known by their local names, whatever prefix the file has for
 * the namespaces of SSP. There are no entities, no document types, no network,
 * and libxml2's own limits on depth and size stay on. What is counted (SspUse)
 * has limits of its own.
 *
 * fails   E620 with the line
 */
#ifndef FOUCAULT_COUPLE_SSP_XML_H
#define FOUCAULT_COUPLE_SSP_XML_H

#include <libxml/tree.h>

#include "couple/ssp.h"

/* What all descriptions of a system have together, each as often as it is
 * read: limits `parts` and `described`. */
typedef struct SspUse {
  int n_parts;
  double bytes;
} SspUse;

typedef struct SspXml {
  Session *s;
  const char *where; /* the file, in messages */
  SspUse *use;
} SspXml;

/* Free it with xmlFreeDoc(); NULL after E620. `root`: the name that the root
 * element must have, of version 1.x. */
xmlDoc *ssp_xml_parse(const SspXml *x, const char *bytes, size_t length,
                      const char *root);
/* Returns false. */
bool ssp_xml_fault(const SspXml *x, const xmlNode *node, const char *format,
                   ...) __attribute__((format(printf, 3, 4)));

/* More than the limit permits; returns false. */
bool ssp_xml_beyond(const SspXml *x, const xmlNode *node, Limit limit,
                    const char *what);
/* One more part of the system; false after E620. */
bool ssp_xml_part(const SspXml *x, const xmlNode *node);

bool ssp_xml_is(const xmlNode *node, const char *name);
xmlNode *ssp_xml_child(xmlNode *parent, const char *name); /* NULL: none */
/* NULL: the attribute is absent. In the session arena. */
const char *ssp_xml_text(const SspXml *x, xmlNode *node, const char *name);
const char *ssp_xml_needed(const SspXml *x, xmlNode *node, const char *name);
/* An attribute that may be absent; *given may be NULL. */
bool ssp_xml_number(const SspXml *x, xmlNode *node, const char *name,
                    bool *given, double *value);
bool ssp_xml_bool(const SspXml *x, xmlNode *node, const char *name,
                  bool *value);

/* The child that names a type; SSP_NO_TYPE: there is none. */
SspType ssp_xml_type(xmlNode *node, xmlNode **child);
const char *ssp_type_word(SspType type);

/* What all files of SSP share. */
bool ssp_xml_units(const SspXml *x, xmlNode *root, SspUnits *units);
bool ssp_xml_enumerations(const SspXml *x, xmlNode *root,
                          SspEnumerations *enumerations);
bool ssp_xml_transformation(const SspXml *x, xmlNode *node,
                            SspTransformation *t);

#endif
