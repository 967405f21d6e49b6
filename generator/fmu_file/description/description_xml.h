/* description_xml.h: what the readers of modelDescription.xml share: attributes
 * by name, each with a message where it is missing or wrong, and the elements
 * that FMI 2.0 and 3.0 have alike.
 *
 * The room fmu_file/description/ reads the XML; it calls base/.
 */
#ifndef FOUCAULT_FMU_FILE_DESCRIPTION_DESCRIPTION_XML_H
#define FOUCAULT_FMU_FILE_DESCRIPTION_DESCRIPTION_XML_H

#include <libxml/tree.h>

#include "fmu_file/description_read.h"

/* What the walk needs everywhere. */
typedef struct DescriptionReader {
  Session *s;
  const char *where; /* the file, in messages */
  FmuDescription *d;
  /* NAME=VALUE: values of structural parameters of FMI 3.0 among others */
  const char *const *set;
  int n_set;
} DescriptionReader;

/* The document, with a root and without a document type; NULL after E602. To
 * be freed by xmlFreeDoc(). */
xmlDoc *description_xml_parse(const DescriptionReader *r, const char *bytes,
                              size_t length);

/* E602 with the line; returns false. */
bool description_xml_fault(const DescriptionReader *r, const xmlNode *node,
                           const char *what, const char *detail);

/* NULL: the attribute is absent. In the session arena. */
const char *description_xml_text(const DescriptionReader *r, xmlNode *node,
                                 const char *name);
/* The same; NULL after E602. */
const char *description_xml_needed(const DescriptionReader *r, xmlNode *node,
                                   const char *name);
/* An attribute that may be absent; false after E602. */
bool description_xml_number(const DescriptionReader *r, xmlNode *node,
                            const char *name, bool *given, double *value);
/* A whole number of 32 bits that must be there; false after E602. */
bool description_xml_unsigned(const DescriptionReader *r, xmlNode *node,
                              const char *name, unsigned *value);
/* The index of the attribute's word; `absent` if there is no attribute, -1
 * after E602. */
int description_xml_word(const DescriptionReader *r, xmlNode *node,
                         const char *name, const char *const *word, int n,
                         int absent);
/* A whole number that may be absent or wrong: then `otherwise`. */
int description_xml_integer(const char *text, int otherwise);

bool description_xml_is(const xmlNode *node, const char *name);
/* NULL: none; also where there is no parent. */
xmlNode *description_xml_child(xmlNode *parent, const char *name);

/* causality, variability and initial, with the defaults of the standard. */
bool description_xml_words(const DescriptionReader *r, xmlNode *node,
                           FmuVariable *v);
/* <Annotations> of an input of this program: how many derivatives it wants. */
int description_xml_derivatives_wanted(const DescriptionReader *r,
                                       xmlNode *node);
void description_xml_items(const DescriptionReader *r, xmlNode *list,
                           FmuEnumeration *type);
const FmuEnumeration *description_xml_enumeration(const FmuDescription *d,
                                                  const char *name);

bool description_xml_kind(const DescriptionReader *r, xmlNode *root,
                          const char *name, FmuKind *kind);
bool description_xml_experiment(const DescriptionReader *r, xmlNode *root);
bool description_xml_log_categories(const DescriptionReader *r, xmlNode *root);

#endif
