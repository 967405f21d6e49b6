/* description_parts.h: what the descriptions of FMI 2.0 and 3.0 have in
 * common. */
#ifndef FOUCAULT_EMIT_XML_DESCRIPTION_PARTS_H
#define FOUCAULT_EMIT_XML_DESCRIPTION_PARTS_H

#include "emit/xml/xml_text.h"
#include "reduce/system/reduced.h"

/* The words of FmiCausality, FmiVariability, FmiInitial (NULL: none) and
 * DependencyKind. */
extern const char *const description_causality[];
extern const char *const description_variability[];
extern const char *const description_initial[];
extern const char *const description_dependency[];

void description_write_categories(XmlText *x);
/* Nothing where the model says nothing. */
void description_write_experiment(XmlText *x, const SystemExperiment *e);

/* FMI 2.0 section 2.2.7, table of `initial`: a start value is demanded, else
 * forbidden. */
bool description_takes_start(const ReducedVar *v);

/* unit = "" is Modelica's default: none, NULL. */
const char *description_text(const char *text);
void description_write_limit(XmlText *x, const char *name, bool given,
                             double value);

/* That an importer of Model Exchange is to watch. */
int description_count_indicators(const ReducedSystem *r);

#endif
