/* crash.h: says whose fault it is when the code of an FMU crashes.
 *
 * Between begin and end a fatal signal ends the program with a message and
 * status 1 instead of silence. Nothing can be saved then: an old output file
 * stays as it was, temporary folders vanish (base/temporary.h). Where another
 * process watches (base/system/ward.h) the signal ends this one, and the other
 * one says so.
 */
#ifndef FOUCAULT_FMU_FILE_CRASH_H
#define FOUCAULT_FMU_FILE_CRASH_H

#include <stdbool.h>

typedef struct CrashWatch CrashWatch;

/* NULL where there is no memory: then nothing is watched. */
CrashWatch *crash_watch_begin(bool is_warded);
void crash_watch_end(CrashWatch *watch); /* NULL is allowed */

#endif
