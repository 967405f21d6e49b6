/* depfile.h: what an FMU was made of, as a rule for make and Ninja.
 *
 * needs   the FMU has been written; its sources are those of the session
 * gives   a file "out.fmu: a.mo b.mo ...": every Modelica file that was read,
 *         the icon, and C files, libraries and headers of external functions
 * fails   E501 the file cannot be written; an old one is then as it was
 */
#ifndef FOUCAULT_COMMANDS_DEPFILE_H
#define FOUCAULT_COMMANDS_DEPFILE_H

#include <stdio.h>

#include "commands/options/options.h"
#include "compile.h"

bool depfile_write(Session *s, const Options *options,
                   const CompileReport *report);

/* A path as make wants it: spaces, '#' and '$' are marked. */
void depfile_put_path(FILE *out, const char *path);

#endif
