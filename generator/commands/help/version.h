/* version.h: the version of this program and of what it is made of. */
#ifndef FOUCAULT_COMMANDS_HELP_VERSION_H
#define FOUCAULT_COMMANDS_HELP_VERSION_H

#include <stdio.h>

/* "foucault 1.2.3" and one line per library: the solvers that go into FMUs as
 * they were at compile time, the others as they are loaded now. */
void version_print(FILE *out);

#endif
