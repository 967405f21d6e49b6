/* fcntl.h for Windows: files are never text, and are not inherited. */
#pragma GCC system_header
#include_next <fcntl.h>

#ifndef FOUCAULT_WINDOWS_FCNTL_H
#define FOUCAULT_WINDOWS_FCNTL_H

#define O_CLOEXEC _O_NOINHERIT
#define O_NOFOLLOW 0 /* O_EXCL is with it */
#define O_NONBLOCK 0 /* no file waits */
#define AT_FDCWD (-100)

#undef open
#define open(...) posix_open(__VA_ARGS__)
int posix_open(const char *path, int how, ...);

#endif
