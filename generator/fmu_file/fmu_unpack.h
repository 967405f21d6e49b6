/* fmu_unpack.h: an archive, read and extracted for this run.
 *
 * gives   the description, and a temporary folder with all files of the FMU
 * fails   what archive.h and description_read.h report; false then
 */
#ifndef FOUCAULT_FMU_FILE_FMU_UNPACK_H
#define FOUCAULT_FMU_FILE_FMU_UNPACK_H

#include <stdbool.h>

#include "base/session.h"
#include "fmu_file/description_read.h"

/* *description stays as it is if the description cannot be read. */
bool fmu_unpack(Session *s, const char *fmu, const FmuDescription **description,
                const char **folder);

#endif
