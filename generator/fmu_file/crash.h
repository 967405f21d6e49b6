/* crash.h: says whose fault it is when the code of an FMU crashes.
 *
 * Between begin and end a fatal signal ends the program with a message and
 * status 1 instead of silence. What was computed so far is saved first, which
 * may fail in a process that is broken: it has a few seconds, and a second
 * crash is the end; then an old output file stays as it was. The same is saved
 * where the code ends the program by exit(). Temporary folders vanish
 * (base/temporary.h). Where another process watches (base/system/ward.h) the
 * signal ends this one, and the other one says so.
 */
#ifndef FOUCAULT_FMU_FILE_CRASH_H
#define FOUCAULT_FMU_FILE_CRASH_H

#include <stdbool.h>

typedef struct CrashWatch CrashWatch;

/* What is called before the end; NULL: nothing is. */
typedef struct CrashRescue {
  void (*save)(void *context);
  void *context;
} CrashRescue;

/* NULL where there is no memory: then nothing is watched. */
CrashWatch *crash_watch_begin(bool is_warded, CrashRescue rescue);
void crash_watch_end(CrashWatch *watch); /* NULL is allowed */

#endif
