/* description3.h: modelDescription.xml of FMI 3.0.
 *
 * needs   a root element whose fmiVersion is one of 3.0
 * gives   the arrays as they are written and all their elements as variables,
 *         row by row; aliases stand behind all of them
 * fails   E602: references to nothing, names and references that are there
 *         twice, arrays without elements or with too many
 */
#ifndef FOUCAULT_FMU_FILE_DESCRIPTION_DESCRIPTION3_H
#define FOUCAULT_FMU_FILE_DESCRIPTION_DESCRIPTION3_H

#include "fmu_file/description/description_xml.h"

/* 3.0, 3.0.1, 3.1-beta: minor versions add what may be left out. */
bool description3_is_version(const char *text);
bool description3_read(const DescriptionReader *r, xmlNode *root);

#endif
