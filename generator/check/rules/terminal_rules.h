/* terminal_rules.h: terminalsAndIcons.xml, FMI 3.0, section 2.4.9, which FMUs
 * of FMI 2.0 may have as well.
 *
 * needs   the trees of this file and of modelDescription.xml
 * cost    linear in both files, but for the sort of names
 */
#ifndef FOUCAULT_CHECK_RULES_TERMINAL_RULES_H
#define FOUCAULT_CHECK_RULES_TERMINAL_RULES_H

#include "check/rules/xml_tree.h"
#include "fmu_file/archive.h"

/* archive: NULL: pictures are not looked for. */
void terminal_rules(XmlTree *terminals, XmlTree *description,
                    const Archive *archive);

#endif
