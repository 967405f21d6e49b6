/* stdlib.h for Windows: see windows/posix/posix.h. */
#pragma GCC system_header
#include_next <stdlib.h>

#ifndef FOUCAULT_WINDOWS_STDLIB_H
#define FOUCAULT_WINDOWS_STDLIB_H

/* Absolute, divided by slashes; NULL: there is no such file. */
char *realpath(const char *path, char *place);
char *mkdtemp(char *pattern);
int setenv(const char *name, const char *value, int replace);

#endif
