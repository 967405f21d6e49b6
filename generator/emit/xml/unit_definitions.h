/* unit_definitions.h: UnitDefinitions of modelDescription.xml: every unit
 * that a variable which is not hidden, or its type, uses, with its base units
 * and display units. FMI 3.0 has inverse ones too, as S of Ohm. */
#ifndef FOUCAULT_EMIT_XML_UNIT_DEFINITIONS_H
#define FOUCAULT_EMIT_XML_UNIT_DEFINITIONS_H

#include <stdbool.h>

#include "emit/xml/xml_text.h"
#include "reduce/system/reduced.h"

typedef struct UnitDefinitions UnitDefinitions;

/* In the order of first use; lives in the arena. */
UnitDefinitions *unit_definitions_collect(Arena *arena,
                                          const ReducedSystem *reduced,
                                          bool with_inverse);
/* Nothing if there are no units. */
void unit_definitions_write(XmlText *x, const UnitDefinitions *units);
/* Is it defined as a display unit of this unit? Only those whose conversion
 * is known are; NULL is never. */
bool unit_definitions_has_display(const UnitDefinitions *units,
                                  const char *unit, const char *display_unit);

#endif
