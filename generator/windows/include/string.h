/* string.h for Windows: see windows/posix/posix.h. */
#pragma GCC system_header
#include_next <string.h>

#ifndef FOUCAULT_WINDOWS_STRING_H
#define FOUCAULT_WINDOWS_STRING_H

char *stpcpy(char *to, const char *from);

#endif
