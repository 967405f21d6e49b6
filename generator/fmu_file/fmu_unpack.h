/* fmu_unpack.h: an archive, read and extracted for this run.
 *
 * gives   the description, and a temporary folder with all files of the FMU
 * fails   what archive.h and description_read.h report, E603 an FMU of a kind
 *         that is not run; false then
 */
#ifndef FOUCAULT_FMU_FILE_FMU_UNPACK_H
#define FOUCAULT_FMU_FILE_FMU_UNPACK_H

#include <stdbool.h>

#include "base/session.h"
#include "fmu_file/description_read.h"

/* *description stays as it is if the description cannot be read. set[n_set]:
 * sizes of arrays among others (description_read_sized()). */
bool fmu_unpack(Session *s, const char *fmu, const char *const *set, int n_set,
                const FmuDescription **description, const char **folder);

#endif
