/* type_definitions.h: TypeDefinitions of modelDescription.xml: the types that
 * the variables an importer sees were declared with.
 *
 * Types with the same name and content are one. Names are those of Modelica;
 * one that another type or a variable has gets a number (FMI 2.0 section
 * 2.2.3: they must differ).
 * cost    variables times types
 */
#ifndef FOUCAULT_EMIT_XML_TYPE_DEFINITIONS_H
#define FOUCAULT_EMIT_XML_TYPE_DEFINITIONS_H

#include "emit/xml/unit_definitions.h"
#include "emit/xml/xml_text.h"
#include "reduce/system/reduced.h"

typedef struct TypeDefinitions TypeDefinitions;

/* In the order of first use; lives in the arena. */
TypeDefinitions *type_definitions_collect(Arena *arena,
                                          const ReducedSystem *reduced);
/* Nothing if there are no types. */
void type_definitions_write(XmlText *x, const TypeDefinitions *types,
                            const UnitDefinitions *units, bool is_fmi3);
/* The name in TypeDefinitions; NULL of NULL. */
const char *type_definitions_name(const TypeDefinitions *types,
                                  const SimpleType *type);

#endif
