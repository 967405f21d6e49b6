/* unistd.h for Windows: see windows/posix/posix.h. */
#pragma GCC system_header
#include_next <unistd.h>

#ifndef FOUCAULT_WINDOWS_UNISTD_H
#define FOUCAULT_WINDOWS_UNISTD_H

#include "windows/posix/posix.h"

enum { _SC_NPROCESSORS_ONLN = 84 };

long sysconf(int name);
int fsync(int file);
int pipe(int end[2]);
unsigned geteuid(void);

/* "/proc/self/exe" alone. */
ssize_t readlink(const char *path, char *text, size_t size);

/* What can be read can be run. */
#undef access
#define access(path, mode) posix_access(path, mode)
int posix_access(const char *path, int mode);

#undef unlink
#define unlink(path) posix_unlink(path)
int posix_unlink(const char *path);

/* Divided by slashes. */
#undef getcwd
#define getcwd(path, size) posix_getcwd(path, size)
char *posix_getcwd(char *path, size_t size);

#endif
