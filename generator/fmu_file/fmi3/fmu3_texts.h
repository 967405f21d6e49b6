/* fmu3_texts.h: Strings, and Binaries as hexadecimal digits, element by
 * element. */
#ifndef FOUCAULT_FMU_FILE_FMI3_FMU3_TEXTS_H
#define FOUCAULT_FMU_FILE_FMI3_FMU3_TEXTS_H

#include "fmu_file/fmi3/fmu3_base.h"

/* *text is freed and made anew. */
fmi2Status fmu3_texts_get(Fmu3 *m, const FmuArray *a, int element, char **text);
fmi2Status fmu3_texts_set(Fmu3 *m, const FmuArray *a, int element,
                          const char *text);

#endif
