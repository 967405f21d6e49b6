/* process.h: other programs, and this one once more, on Windows.
 *
 * What is started ends with this program: all of it is in one job, which the
 * system ends when this program is gone, however that came.
 */
#ifndef FOUCAULT_WINDOWS_PROCESS_H
#define FOUCAULT_WINDOWS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <windows.h>

/* What it reads and writes; handles that are inherited. */
typedef struct ProcessFiles {
  HANDLE input, output, errors;
} ProcessFiles;

/* The words end with NULL. folder: where it runs; NULL: here. NULL: it could
 * not be started, GetLastError() says why. */
HANDLE process_start(const char *const *word, const char *folder,
                     const ProcessFiles *files);

/* This program, with the same words. */
HANDLE process_start_again(const ProcessFiles *files);

/* A file that is inherited: NULL for none; "NUL" is one. */
HANDLE process_file(const char *path, bool to_write);
/* The end that writes is inherited. */
bool process_pipe(HANDLE *read_end, HANDLE *write_end);

/* Waits; the exit status. */
DWORD process_end(HANDLE process);

/* What the status of a program that crashed stands for; NULL: it ended by
 * itself. */
const char *process_crash(DWORD status);

#endif
