/* description_rules.h: modelDescription.xml, by its version. */
#ifndef FOUCAULT_CHECK_RULES_DESCRIPTION_RULES_H
#define FOUCAULT_CHECK_RULES_DESCRIPTION_RULES_H

#include "check/rules/xml_tree.h"

/* The version that the root states: 1, 2 or 3; 0 after fmi-version. Schema and
 * rules of that version have been applied. */
int description_rules(XmlTree *text);

#endif
