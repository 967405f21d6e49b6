/* fmi1_rules.h: modelDescription.xml of FMI 1.0, what the schema cannot say.
 */
#ifndef FOUCAULT_CHECK_FMI1_RULES_H
#define FOUCAULT_CHECK_FMI1_RULES_H

#include "check/xml_tree.h"

void fmi1_rules(const XmlTree *text);

#endif
