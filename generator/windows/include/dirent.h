/* dirent.h for Windows: see windows/posix/posix.h. */
#pragma GCC system_header
#include_next <dirent.h>

#ifndef FOUCAULT_WINDOWS_DIRENT_H
#define FOUCAULT_WINDOWS_DIRENT_H

int scandir(const char *folder, struct dirent ***entries,
            int (*is_wanted)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **a, const struct dirent **b);

#endif
