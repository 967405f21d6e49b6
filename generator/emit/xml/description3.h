/* description3.h: the parts of modelDescription.xml of FMI 3.0.
 *
 *   description3_variables  ModelVariables: arrays, clocks, second names
 *   description3_structure  ModelStructure
 *   model_description3      the rest, and the order of all
 */
#ifndef FOUCAULT_EMIT_XML_DESCRIPTION3_H
#define FOUCAULT_EMIT_XML_DESCRIPTION3_H

#include "emit/xml/model_description.h"
#include "emit/xml/type_definitions.h"
#include "emit/xml/unit_definitions.h"
#include "emit/xml/xml_text.h"

/* What the parts of one document share. */
typedef struct Description3 {
  XmlText *x;
  const ReducedSystem *reduced;
  const DescriptionOptions *options;
  const InterfaceVariables *all;
  Arena *arena;
  const UnitDefinitions *units;
  const TypeDefinitions *types;
} Description3;

void description3_reference(XmlText *x, const char *name, unsigned reference);
unsigned description3_clock_reference(const Description3 *d, int clock);
/* Event indicators that are variables: those of Model Exchange. */
int description3_count_indicators(const Description3 *d);

void description3_variables(const Description3 *d);
void description3_structure(const Description3 *d);

#endif
