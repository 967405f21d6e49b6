/* fmu_names.h: how messages spell calls and their status: as the version of the
 * FMU does. The program calls all FMUs by the names of FMI 2.0 (fmu_load.h). */
#ifndef FOUCAULT_FMU_FILE_FMU_NAMES_H
#define FOUCAULT_FMU_FILE_FMU_NAMES_H

#include "base/arena.h"
#include "fmi2.h"
#include "fmu_file/description_read.h"

/* version: 2 or 3; a call begins with fmi2. A text that is none stays. */
const char *fmu_names_call(int version, const char *call);
const char *fmu_names_status(int version, fmi2Status status);
/* The call that gets or sets a variable, by its type in the file. */
const char *fmu_names_get(const FmuDescription *d, int variable);
const char *fmu_names_set(const FmuDescription *d, int variable);
const char *fmu_names_instantiate(const FmuDescription *d, fmi2Type kind);
/* The text with all names of calls and of status in it spelled so; in the
 * arena where something changes. */
const char *fmu_names_text(Arena *arena, int version, const char *text);

#endif
