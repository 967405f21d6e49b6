/* fmi3_rules.h: modelDescription.xml of FMI 3.0, what the schema cannot say.
 */
#ifndef FOUCAULT_CHECK_RULES_FMI3_RULES_H
#define FOUCAULT_CHECK_RULES_FMI3_RULES_H

#include "check/rules/xml_tree.h"

void fmi3_rules(XmlTree *text);

#endif
