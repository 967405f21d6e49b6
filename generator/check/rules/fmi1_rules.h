/* fmi1_rules.h: modelDescription.xml of FMI 1.0, what the schema cannot say.
 */
#ifndef FOUCAULT_CHECK_RULES_FMI1_RULES_H
#define FOUCAULT_CHECK_RULES_FMI1_RULES_H

#include "check/rules/xml_tree.h"

void fmi1_rules(const XmlTree *text);

#endif
