/* stdio.h for Windows: streams in memory; see windows/posix/posix.h. */
#pragma GCC system_header
#include_next <stdio.h>

#ifndef FOUCAULT_WINDOWS_STDIO_H
#define FOUCAULT_WINDOWS_STDIO_H

#include <sys/types.h>

FILE *open_memstream(char **text, size_t *size);
ssize_t getdelim(char **text, size_t *size, int end, FILE *file);

#undef fopen
#undef fclose
#undef fflush
#undef rename
#undef tmpfile
#define fopen(path, mode) posix_fopen(path, mode)
#define fclose(file) posix_fclose(file)
#define fflush(file) posix_fflush(file)
#define rename(from, to) posix_rename(from, to)
#define tmpfile() posix_tmpfile()

FILE *posix_fopen(const char *path, const char *mode);
int posix_fclose(FILE *file);
int posix_fflush(FILE *file);
int posix_rename(const char *from, const char *to); /* over a file, too */
FILE *posix_tmpfile(void); /* among the temporary files of the user */

#endif
