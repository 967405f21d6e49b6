/* data_folder.h: where the program's own files are.
 *
 *   templates/<name>.in       texts of the generated files
 *   include/model.h           contract between generated code and runtime
 *   lib/libfoucault_fmu.a     runtime and solvers
 *   lib/export.map            version script: only fmi2* stays visible
 *   lib/runtime.so, fast/     for TinyCC: runtime without a model, headers
 *   licenses/                 copied into every FMU
 *   program_licenses/         of libraries inside of the program
 */
#ifndef FOUCAULT_EMIT_PACKAGE_DATA_FOLDER_H
#define FOUCAULT_EMIT_PACKAGE_DATA_FOLDER_H

#include "base/session.h"

/* $FOUCAULT_HOME, else share/foucault beside the program, else
 * ../share/foucault from the program. An absolute path in the session's arena,
 * or NULL after E504. */
const char *data_folder_find(Session *s);

/* The folder of the running program; NULL where /proc is missing. */
const char *data_folder_of_program(Arena *arena);

#endif
