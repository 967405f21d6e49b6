/* description_outputs.h: the outputs in ModelStructure and what each depends on.
 *
 * needs   all variables of the description
 * gives   FmuDescription.output: of FMI 3.0 one for each element of an array.
 *         An output whose dependencies are not said, or are said wrongly,
 *         depends on anything: `check` says what is wrong, runs go on
 * cost    linear in the text
 */
#ifndef FOUCAULT_FMU_FILE_DESCRIPTION_DESCRIPTION_OUTPUTS_H
#define FOUCAULT_FMU_FILE_DESCRIPTION_DESCRIPTION_OUTPUTS_H

#include "fmu_file/description/description3_elements.h"

void description_outputs_read(const DescriptionReader *r, xmlNode *root);
void description_outputs_read3(const Fmi3Reader *f, xmlNode *root);

#endif
