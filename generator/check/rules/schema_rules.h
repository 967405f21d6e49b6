/* schema_rules.h: modelDescription.xml against the schema of its version.
 *
 * The schema files are in share/foucault/schema/fmi{1,2,3} when Foucault was
 * built where they could be had; otherwise a note says so.
 */
#ifndef FOUCAULT_CHECK_RULES_SCHEMA_RULES_H
#define FOUCAULT_CHECK_RULES_SCHEMA_RULES_H

#include "check/rules/xml_tree.h"

/* `version` is 1, 2 or 3. */
void schema_rules(const XmlTree *text, int version);
/* terminalsAndIcons.xml, whose schema is that of FMI 3.0. */
void schema_rules_terminals(const XmlTree *text);

#endif
