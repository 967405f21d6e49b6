/* posix.h: what the program asks of POSIX, on Windows.
 *
 * The rest of the program is written for POSIX. For Windows
 *   windows/include/   has the headers of POSIX that Windows lacks, and those
 *                      parts of the others that are missing; each includes the
 *                      header of the same name that there is
 *   windows/posix/     has the functions behind them
 *   windows/FOLDER/    has files that stand for those of the same name in
 *                      FOLDER: processes cannot be copied there, so what starts
 *                      others is another program text (cmake/windows.cmake)
 *   windows/start.c    comes before main()
 * Begin to read there, and with windows/process.h.
 *
 * Texts and names of files are UTF-8: windows/foucault.manifest asks for it, of
 * Windows 10, version 1903, or later. Paths that the program makes are divided
 * by slashes, which Windows takes; paths that come in are made so.
 *
 * may call   nothing but the system
 */
#ifndef FOUCAULT_WINDOWS_POSIX_H
#define FOUCAULT_WINDOWS_POSIX_H

#include <stddef.h>

/* In place. */
void posix_slashes(char *path);

/* errno for the last error of Windows; -1. */
int posix_fail(void);

/* "/dev/null" and "/proc/self/exe" under their names here; others as they
 * are. The text is overwritten by the next call. */
const char *posix_path(const char *path);

#endif
