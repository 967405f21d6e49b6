/* binary_rules.h: the folders binaries/ and sources/.
 *
 * Which platforms there are, whether each library is of the right kind and
 * name, exports what it must and needs what everybody has. Nothing is loaded.
 */
#ifndef FOUCAULT_CHECK_RULES_BINARY_RULES_H
#define FOUCAULT_CHECK_RULES_BINARY_RULES_H

#include "check/rules/xml_tree.h"
#include "fmu_file/archive.h"

/* `version` of FMI: 1, 2 or 3; `text` may be NULL when there is no tree. */
void binary_rules(Findings *f, const Archive *archive, const XmlTree *text,
                  int version);

#endif
